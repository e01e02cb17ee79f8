package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import org.jspecify.annotations.Nullable;

/** Says whether a pod fits a node. */
public interface FilterPlugin extends Plugin {

  /**
   * Works out what the filter needs to know of the cluster; called once per attempt, after the
   * pre-filters and before the first node, unless the plugin's own pre-filter skips.
   *
   * <p>This is no extension point: it cannot be switched off, skip or fail. It is for plugins whose
   * filter reads the cluster even where their pre-filter is switched off.
   */
  default void prepareFilter(CycleState state, PodInfo pod, ClusterView cluster) {}

  /**
   * Called for a node after the pre-filters, possibly from several threads at once for different
   * nodes: it must not change the state. The node may hold pods that are not really there
   * (nominated pods, or a dry run): judge the node that is handed in, not the cluster's.
   */
  Verdict filter(CycleState state, PodInfo pod, NodeInfo node);

  /**
   * What the answer depends on, as things stand in the cluster; the engine asks again only when
   * that has changed. Called after the pre-filters.
   */
  default Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.CLUSTER;
  }

  /**
   * Where the plugin's pre-filter leaves what it counts over the cluster, for an engine that keeps
   * it; null where it counts nothing that could be kept.
   */
  default @Nullable CycleKey<? extends ClusterCounts> filterCounts() {
    return null;
  }
}
