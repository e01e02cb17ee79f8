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
   * Takes into account that a pod were added to a node, in a dry run for the given pod. The node
   * already has it. Must undo {@link #removePod} exactly.
   */
  default Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
    return Verdict.success();
  }

  /**
   * Takes into account that a pod were removed from a node, in a dry run for the given pod. The
   * node no longer has it.
   */
  default Verdict removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
    return Verdict.success();
  }
}
