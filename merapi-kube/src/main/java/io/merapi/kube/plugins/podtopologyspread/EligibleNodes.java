package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.node.Taints;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.Toleration;
import io.merapi.api.selector.CompiledNodeAffinity;
import java.util.List;

/** The nodes that count for a pod under the inclusion policies of its constraints. */
final class EligibleNodes {

  private final CompiledNodeAffinity affinity;
  private final List<Toleration> tolerations;
  private final boolean comparisonOperators;

  EligibleNodes(PodInfo pod, boolean comparisonOperators) {
    PodSpec spec = pod.pod().spec();
    this.affinity = CompiledNodeAffinity.of(spec.nodeSelector(), spec.affinity().requiredNodes());
    this.tolerations = spec.tolerations();
    this.comparisonOperators = comparisonOperators;
  }

  boolean counts(SpreadConstraint constraint, NodeInfo info) {
    Node node = info.node();
    if (node == null) {
      return false;
    }
    return (!constraint.honorsNodeAffinity() || affinity.matches(node.meta().labels(), node.name()))
        && (!constraint.honorsTaints() || tolerated(node));
  }

  private boolean tolerated(Node node) {
    return Taints.firstUntolerated(node.taints(), tolerations, comparisonOperators) == null;
  }
}
