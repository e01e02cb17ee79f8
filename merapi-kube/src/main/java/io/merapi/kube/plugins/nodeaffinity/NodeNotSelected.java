package io.merapi.kube.plugins.nodeaffinity;

import io.merapi.api.framework.Reason;
import io.merapi.api.meta.Labels;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.api.selector.NodeSelector;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The node is not among those that the pod asks for. */
record NodeNotSelected(
    @Nullable Labels nodeSelector, @Nullable NodeSelector required, Labels nodeLabels)
    implements Reason {

  @Override
  public String code() {
    return "NodeAffinityMismatch";
  }

  @Override
  public String summary() {
    return "node(s) didn't match Pod's node affinity/selector";
  }

  @Override
  public String detail() {
    String missing = nodeSelector == null ? "" : missing(nodeSelector);
    if (!missing.isEmpty() || required == null) {
      return missing;
    }
    // The filter passes over terms that cannot be read; here is where somebody may learn of them.
    String error = CompiledNodeSelector.of(required).error();
    return "matches no term of the required node affinity" + (error == null ? "" : ": " + error);
  }

  private String missing(Labels wanted) {
    var missing = new StringJoiner("; ");
    wanted.forEach(label -> {
      String found = nodeLabels.get(label.getKey());
      if (!label.getValue().equals(found)) {
        String has = found == null ? "no such label" : found;
        missing.add("wants %s=%s, has %s".formatted(label.getKey(), label.getValue(), has));
      }
    });
    return missing.toString();
  }
}
