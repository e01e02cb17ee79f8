package io.merapi.batch.placement;

import io.merapi.batch.node.NodeState;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.placement.TieOrder;
import java.util.List;

/** The order of ties among the nodes of a session, by their places in its list. */
final class NodeTies implements TieOrder {

  private final List<NodeState> nodes;
  private final long[] ranks;

  NodeTies(List<NodeState> nodes, TieBreak tieBreak) {
    this.nodes = nodes;
    this.ranks = nodes.stream().mapToLong(node -> tieBreak.rank(node.name())).toArray();
  }

  @Override
  public boolean wins(int first, int second) {
    int order = Long.compareUnsigned(ranks[first], ranks[second]);
    return order != 0 ? order < 0 : nodes.get(first).name().compareTo(nodes.get(second).name()) < 0;
  }

  @Override
  public int rank(int node) {
    return (int) (ranks[node] >>> Integer.SIZE);
  }
}
