package io.merapi.batch.placement;

import io.merapi.batch.node.NodeState;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.placement.TieOrder;
import java.util.Arrays;
import java.util.List;

/** The order of ties among the nodes of a session, by their places in its list. */
final class NodeTies implements TieOrder {

  private final List<NodeState> nodes;
  private final TieBreak tieBreak;

  /** The upper halves of their ranks, which tell apart all but a few. */
  private final int[] ranks;

  NodeTies(List<NodeState> nodes, TieBreak tieBreak) {
    this.nodes = nodes;
    this.tieBreak = tieBreak;
    this.ranks = new int[nodes.size()];
    Arrays.setAll(ranks, node -> (int) (tieBreak.rank(name(node)) >>> Integer.SIZE));
  }

  @Override
  public boolean wins(int first, int second) {
    int order = Integer.compareUnsigned(ranks[first], ranks[second]);
    return order != 0 ? order < 0 : tieBreak.wins(name(first), name(second));
  }

  private String name(int node) {
    return nodes.get(node).name();
  }

  @Override
  public int rank(int node) {
    return ranks[node];
  }
}
