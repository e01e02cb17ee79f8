package io.merapi.kube.framework;

import io.merapi.api.node.NodeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The scores of the feasible nodes, plugin by plugin.
 *
 * <p>Nodes and plugins are addressed by their places in {@link #nodes} and {@link #plugins}.
 */
public final class ScoreTable {

  private final List<NodeInfo> nodes;
  private final List<String> plugins;
  private final long[][] raw;
  private final long[][] weighted;
  private final long[] totals;

  /**
   * A table of known scores.
   *
   * @param raw by plugin first, then by node; not copied
   * @param weighted by plugin first, then by node; not copied
   */
  public ScoreTable(List<NodeInfo> nodes, List<String> plugins, long[][] raw, long[][] weighted) {
    this.nodes = nodes;
    this.plugins = plugins;
    this.raw = raw;
    this.weighted = weighted;
    this.totals = new long[nodes.size()];
    for (long[] column : weighted) {
      for (int node = 0; node < totals.length; node++) {
        totals[node] += column[node];
      }
    }
  }

  /**
   * The table with one column more, of somebody who is no plugin.
   *
   * @param points in the order of the nodes; they count as they are
   */
  public ScoreTable with(String name, long[] points) {
    var names = new ArrayList<>(plugins);
    names.add(name);
    return new ScoreTable(nodes, List.copyOf(names), and(raw, points), and(weighted, points));
  }

  private static long[][] and(long[][] columns, long[] last) {
    long[][] all = Arrays.copyOf(columns, columns.length + 1);
    all[columns.length] = last.clone();
    return all;
  }

  public List<NodeInfo> nodes() {
    return nodes;
  }

  /** The plugins that gave scores, in the order in which they run; then others who did. */
  public List<String> plugins() {
    return plugins;
  }

  /** What the plugin said, on its own scale. */
  public long raw(int node, int plugin) {
    return raw[plugin][node];
  }

  /** What counts: of a plugin, the score from 0 to 100, times its weight. */
  public long weighted(int node, int plugin) {
    return weighted[plugin][node];
  }

  /** The sum of what counts. */
  public long total(int node) {
    return totals[node];
  }

  /** The highest total; there must be a node. */
  public long highest() {
    return Arrays.stream(totals).max().orElseThrow();
  }

  /** The nodes whose total is the highest, by name, in the order of nodes. */
  public List<String> best() {
    long highest = highest();
    var best = new ArrayList<String>();
    for (int node = 0; node < totals.length; node++) {
      if (totals[node] == highest) {
        best.add(nodes.get(node).name());
      }
    }
    return best;
  }
}
