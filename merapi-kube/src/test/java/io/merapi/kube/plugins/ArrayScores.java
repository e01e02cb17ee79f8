package io.merapi.kube.plugins;

import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import java.util.List;

/** Scores in the order of the nodes, to be normalised in place. */
public final class ArrayScores implements ScorePlugin.NodeScores {

  private final List<NodeInfo> nodes;
  private final long[] values;

  public ArrayScores(List<NodeInfo> nodes, long[] values) {
    this.nodes = nodes;
    this.values = values;
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public NodeInfo node(int index) {
    return nodes.get(index);
  }

  @Override
  public long get(int index) {
    return values[index];
  }

  @Override
  public void set(int index, long score) {
    values[index] = score;
  }
}
