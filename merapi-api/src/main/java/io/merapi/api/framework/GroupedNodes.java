package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import java.util.List;

/**
 * Nodes of which it is known which are alike, so that a plugin that counts over the cluster need
 * not look at each of them.
 *
 * <p>Nodes are alike if they have equal traits by the plugin's own {@link ClusterCounts}.
 */
public interface GroupedNodes extends List<NodeInfo> {

  /** Visits one node of each group; a group may come in several parts. */
  void forEachGroup(GroupAction action);

  /** Visits groups where they are known, and each node by itself where not. */
  static void visit(List<NodeInfo> nodes, GroupAction action) {
    if (nodes instanceof GroupedNodes grouped) {
      grouped.forEachGroup(action);
      return;
    }
    for (NodeInfo node : nodes) {
      action.visit(node, 1);
    }
  }

  /** What is done with a group. */
  @FunctionalInterface
  interface GroupAction {

    /**
     * Called for a group.
     *
     * @param node one of its nodes
     * @param size how many nodes it has
     */
    void visit(NodeInfo node, int size);
  }
}
