package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;

/** Works out what its score needs to know, once per attempt, when the feasible nodes are known. */
public interface PreScorePlugin extends Plugin {

  /**
   * A skip leaves the plugin's score out for this pod; anything else but success ends the attempt.
   */
  Verdict preScore(CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible);
}
