package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;

/** Says whether a pod fits a node. */
public interface FilterPlugin extends Plugin {

  /**
   * Called for a node after the pre-filters, possibly from several threads at once for different
   * nodes: it must not change the state. The node may hold pods that are not really there
   * (nominated pods, or a dry run): judge the node that is handed in, not the cluster's.
   */
  Verdict filter(CycleState state, PodInfo pod, NodeInfo node);

  /** What the answer depends on; the engine asks again only when that has changed. */
  default Dependence filterDependence(PodInfo pod) {
    return Dependence.CLUSTER;
  }
}
