package io.merapi.kube.plugins.nodedeclaredfeatures;

import io.merapi.api.framework.Reason;
import java.util.List;

/** The node does not declare features that the pod needs. */
record MissingFeatures(NeededFeatures needed, List<String> declared) implements Reason {

  @Override
  public String code() {
    return "MissingNodeFeatures";
  }

  @Override
  public String summary() {
    return "node(s) didn't match Pod's required features";
  }

  @Override
  public String detail() {
    List<String> missing =
        needed.names().stream().filter(name -> !declared.contains(name)).toList();
    return "needs %s, missing %s"
        .formatted(String.join(", ", needed.names()), String.join(", ", missing));
  }
}
