package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;

/**
 * Works out what its filter needs to know of the pod and the cluster, once per attempt.
 *
 * <p>Called before any node is looked at. A skip leaves the plugin's filter out for this pod; a
 * rejection ends the attempt for all nodes.
 */
public interface PreFilterPlugin extends Plugin {

  PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster);

  /**
   * Whether, as things stand in the cluster, the answer follows from the class of the pod alone,
   * together with all that it puts into the state: whenever this is true for a pod of one class,
   * the answer is the same. The engine may then ask for one pod of a class and use the answer for
   * others. What was put into the state is shared between their attempts, but for values that are
   * {@link CycleState.Copied}; so it must not be changed, and must not hold the cluster.
   */
  default boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return false;
  }

  /**
   * Takes into account that a pod were added to a node, in a dry run for the given pod. The node
   * already has it. Must undo {@link #removePod} exactly. Whether it succeeds depends on no more
   * than the answer of the plugin's filter does ({@link FilterPlugin#filterDependence}), or on the
   * node where the plugin has none.
   */
  default Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
    return Verdict.success();
  }

  /**
   * Takes into account that a pod were removed from a node, in a dry run for the given pod. The
   * node no longer has it; whether it succeeds depends on what {@link #addPod} may depend on.
   */
  default Verdict removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
    return Verdict.success();
  }
}
