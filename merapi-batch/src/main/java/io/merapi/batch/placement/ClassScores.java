package io.merapi.batch.placement;

import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.BestNodeTree;
import io.merapi.kube.placement.GreatestScore;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import java.util.Arrays;
import java.util.List;

/**
 * What the tasks of one class score on the nodes that they fit, and the best of those with room
 * now; used by one thread.
 *
 * <p>A total is added up in the order of the definition, so that it is the same to the last bit.
 */
final class ClassScores {

  /** From this part of the nodes on it is cheaper to play all matches than those of each node. */
  private static final int MANY = 8;

  private final TieOrder ties;

  /** By plugin. */
  private final Column[][] plugins;

  private final Column[] columns;

  /** The sums of what plugins say of nodes one by one. */
  private final double[] own;

  private final NodeSet hasOwn = new NodeSet();

  /** The totals of the nodes with room now. */
  private final BestNodeTree tree;

  /** Nodes with room now whose totals are not worked out yet. */
  private final int[] unsettled;

  private int unsettledCount;

  /**
   * @param parts by plugin
   */
  ClassScores(int nodes, List<List<ScorePart>> parts, TieOrder ties) {
    this.ties = ties;
    this.tree = new BestNodeTree(ties, nodes);
    this.own = new double[nodes];
    this.unsettled = new int[nodes];
    this.plugins =
        parts.stream()
            .map(plugin ->
                plugin.stream().map(part -> new Column(part, nodes)).toArray(Column[]::new))
            .toArray(Column[][]::new);
    this.columns = Arrays.stream(plugins).flatMap(Arrays::stream).toArray(Column[]::new);
  }

  /** Whether the sum is known of what plugins say of a node by itself. */
  boolean hasOwn(int node) {
    return hasOwn.contains(node);
  }

  /** Takes note of the sum of what plugins say of a node by itself. */
  void putOwn(int node, double sum) {
    own[node] = sum;
    hasOwn.add(node);
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
   * Takes note of what plugins say now of a node that fits, once in each update.
   *
   * @param roomNow whether it has room now
   */
  void put(SessionNode node, boolean roomNow) {
    int index = node.index();
    boolean stays = roomNow && tree.contains(index);
    if (!stays) {
      leave(index);
    }
    for (Column column : columns) {
      column.put(index, column.part.raw(node), stays);
      if (roomNow && !stays) {
        column.count(index);
      }
    }
    if (roomNow) {
      unsettled[unsettledCount++] = index;
    }
  }

  /**
   * Ends an update.
   *
   * @param all the nodes with room now
   * @return whether the totals of nodes have changed that were not put
   */
  boolean settle(NodeSet all) throws Unanswered {
    boolean rescale = false;
    for (Column column : columns) {
      rescale |= column.rescale();
    }
    if (rescale) {
      for (int node = all.next(0); node >= 0; node = all.next(node + 1)) {
        tree.enter(node, ordered(total(node)));
      }
      tree.playAll();
    } else if (unsettledCount > all.size() / MANY) {
      for (int i = 0; i < unsettledCount; i++) {
        tree.enter(unsettled[i], ordered(total(unsettled[i])));
      }
      tree.playAll();
    } else {
      for (int i = 0; i < unsettledCount; i++) {
        tree.put(unsettled[i], ordered(total(unsettled[i])));
      }
    }
    unsettledCount = 0;
    return rescale;
  }

  /** A number that compares as the total of a node with room now does. */
  long comparable(int node) {
    return tree.total(node);
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
    for (Column[] plugin : plugins) {
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

    /** Takes note of a score; one that counts is counted anew. */
    void put(int node, long score, boolean counts) {
      if (counts && score != raw[node]) {
        uncount(node);
        raw[node] = score;
        count(node);
      }
      raw[node] = score;
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
