package io.merapi.batch.placement;

import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.BestNodeTree;
import io.merapi.kube.placement.GreatestScore;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What the tasks of one class score on the nodes that they fit, and the best of those with room
 * now; used by one thread.
 *
 * <p>A total is added up in the order of the definition, so that it is the same to the last bit.
 */
final class ClassScores {

  private final TieOrder ties;
  private final List<List<Column>> plugins = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();
  private final double[] own;

  /** The totals of the nodes with room now. */
  private final BestNodeTree tree;

  /**
   * @param parts by plugin
   */
  ClassScores(int nodes, List<List<ScorePart>> parts, TieOrder ties) {
    this.ties = ties;
    this.tree = new BestNodeTree(ties);
    this.own = new double[nodes];
    for (List<ScorePart> plugin : parts) {
      List<Column> ofPlugin = plugin.stream().map(part -> new Column(part, nodes)).toList();
      plugins.add(ofPlugin);
      columns.addAll(ofPlugin);
    }
  }

  /** Takes a node out of those that have room now. */
  void leave(int node) {
    if (tree.contains(node)) {
      tree.remove(node);
      for (Column column : columns) {
        column.uncount(node);
      }
    }
  }

  /**
   * Takes note of the scores of a node that fits and is not among those with room now.
   *
   * @param sum of what plugins say of nodes one by one
   */
  void put(SessionNode node, double sum) {
    own[node.index()] = sum;
    for (Column column : columns) {
      column.raw[node.index()] = column.part.raw(node);
    }
  }

  /** Puts nodes whose scores are known among those with room now. */
  void enter(NodeSet entering, NodeSet all) throws Unanswered {
    for (int node = entering.next(0); node >= 0; node = entering.next(node + 1)) {
      for (Column column : columns) {
        column.count(node);
      }
    }
    boolean rescale = false;
    for (Column column : columns) {
      rescale |= column.rescale();
    }
    NodeSet changed = rescale ? all : entering;
    for (int node = changed.next(0); node >= 0; node = changed.next(node + 1)) {
      tree.put(node, ordered(total(node)));
    }
  }

  /** The best of the nodes with room now; there must be one. */
  int best() {
    return tree.best();
  }

  /** The best of some nodes that fit; there must be one. */
  int bestOf(int[] nodes) throws Unanswered {
    for (Column column : columns) {
      column.scaleTo(nodes);
    }
    int best = nodes[0];
    double most = total(best);
    for (int i = 1; i < nodes.length; i++) {
      double total = total(nodes[i]);
      if (total > most || (total == most && ties.wins(nodes[i], best))) {
        best = nodes[i];
        most = total;
      }
    }
    for (Column column : columns) {
      column.rescale();
    }
    return best;
  }

  private double total(int node) throws Unanswered {
    double total = own[node];
    for (List<Column> plugin : plugins) {
      double sum = 0;
      for (Column column : plugin) {
        sum += column.weighted(node);
      }
      total += sum;
    }
    if (!(total > Double.NEGATIVE_INFINITY)) {
      // No comparison would ever choose such a node, and none here may.
      throw new Unanswered();
    }
    return total;
  }

  /** A number that compares as the total does; no total is NaN. */
  private static long ordered(double total) {
    // Adding zero makes the two zeros one.
    long bits = Double.doubleToRawLongBits(total + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  /** The scores of one part. */
  private static final class Column {

    final ScorePart part;
    final long[] raw;
    private final GreatestScore greatest = new GreatestScore();
    private final Normalization normalization;
    private final long weight;

    /** The greatest score that final scores are worked out with. */
    private long scale;

    Column(ScorePart part, int nodes) {
      this.part = part;
      this.normalization = part.normalization();
      this.weight = part.weight();
      this.raw = new long[nodes];
    }

    void count(int node) {
      if (normalization.readsGreatest()) {
        greatest.add(raw[node]);
      }
    }

    void uncount(int node) {
      if (normalization.readsGreatest()) {
        greatest.remove(raw[node]);
      }
    }

    /** Takes the greatest score of the nodes with room now, and says whether it is another. */
    boolean rescale() {
      long before = scale;
      scale = greatest.value();
      return scale != before;
    }

    void scaleTo(int[] nodes) {
      scale = 0;
      for (int node : nodes) {
        scale = Math.max(scale, raw[node]);
      }
    }

    long weighted(int node) throws Unanswered {
      long score = normalization.finalScore(raw[node], scale);
      if (score < 0 || score > ScorePlugin.MAX_SCORE) {
        throw new Unanswered();
      }
      return score * weight;
    }
  }
}
