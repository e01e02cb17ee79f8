package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;

/** Works out what its score needs to know, once per attempt, when the feasible nodes are known. */
public interface PreScorePlugin extends Plugin {

  /**
   * A skip leaves the plugin's score out for this pod; anything else but success ends the attempt.
   *
   * @param feasible an engine may know which of them are alike: see {@link GroupedNodes}
   */
  Verdict preScore(CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible);

  /**
   * Whether, as things stand in the cluster, the answer follows from the class of the pod alone,
   * whatever nodes are feasible, together with all that it puts into the state; as {@link
   * PreFilterPlugin#preFilterFollowsClass} for pre-filters.
   */
  default boolean preScoreFollowsClass(PodInfo pod, ClusterView cluster) {
    return false;
  }
}
