package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.selector.CompiledSelector;
import java.util.List;

/**
 * A constraint with its selector compiled and its defaults filled in.
 *
 * @param honorsNodeAffinity whether only nodes count that the pod's node affinity allows
 * @param honorsTaints whether only nodes count whose taints the pod tolerates
 */
record SpreadConstraint(
    int maxSkew,
    String topologyKey,
    CompiledSelector selector,
    int minDomains,
    boolean honorsNodeAffinity,
    boolean honorsTaints) {

  private static final String HONOR = "Honor";

  static SpreadConstraint of(TopologySpreadConstraint constraint, CompiledSelector selector) {
    return new SpreadConstraint(
        constraint.maxSkew(),
        constraint.topologyKey(),
        selector,
        constraint.minDomains() == null ? 1 : constraint.minDomains(),
        constraint.nodeAffinityPolicy().isEmpty() || constraint.nodeAffinityPolicy().equals(HONOR),
        constraint.nodeTaintsPolicy().equals(HONOR));
  }

  /** Whether a node is in a domain of every constraint. */
  static boolean allHaveDomain(List<SpreadConstraint> constraints, Labels nodeLabels) {
    for (int i = 0; i < constraints.size(); i++) {
      if (!nodeLabels.has(constraints.get(i).topologyKey)) {
        return false;
      }
    }
    return true;
  }

  /** How many pods of a node are spread together with a pod of a namespace. */
  int matching(NodeInfo node, String namespace) {
    int count = 0;
    List<PodInfo> pods = node.pods();
    for (int i = 0; i < pods.size(); i++) {
      count += counts(pods.get(i).pod(), namespace) ? 1 : 0;
    }
    return count;
  }

  /**
   * Whether a pod is spread together with a pod of a namespace; those being deleted are as good as
   * gone. A selector without conditions counts nothing, as upstream has it.
   */
  boolean counts(Pod pod, String namespace) {
    return pod.meta().deletionTimestamp() == null
        && pod.namespace().equals(namespace)
        && !selector.isEverything()
        && selector.matches(pod.meta().labels());
  }

  boolean selects(Pod pod) {
    return selector.matches(pod.meta().labels());
  }
}
