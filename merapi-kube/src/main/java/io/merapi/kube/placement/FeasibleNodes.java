package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import java.util.List;

/** What came of looking for nodes that fit. */
sealed interface FeasibleNodes {

  /**
   * The search came to its end.
   *
   * @param nodes those that fit, in the order in which they were looked at; maybe none
   */
  record Found(List<NodeInfo> nodes, Diagnosis diagnosis) implements FeasibleNodes {

    int evaluated() {
      return nodes.size() + diagnosis.nodes().size();
    }
  }

  /** A plugin failed. */
  record Failed(String message) implements FeasibleNodes {}
}
