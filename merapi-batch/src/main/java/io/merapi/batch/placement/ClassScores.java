package io.merapi.batch.placement;

import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.BestNodeTree;
import io.merapi.kube.placement.GreatestScore;
import io.merapi.kube.placement.NodeColumn;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
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

  /** Whether what plugins say of nodes one by one stays the same whatever is on them. */
  private final boolean ownStays;

  /** By plugin. */
  private final Column[][] plugins;

  private final Column[] columns;

  /** The bits of the sums of what plugins say of nodes one by one; most often all are zero. */
  private final NodeColumn own = new NodeColumn(0);

  private final NodeSet hasOwn = new NodeSet();

  /** The totals of the nodes with room now. */
  private final BestNodeTree tree;

  /** Nodes with room now whose totals are not worked out yet. */
  private int[] unsettled = new int[16];

  private int unsettledCount;

  /**
   * @param parts by plugin
   * @param ownStays whether what plugins say of nodes one by one stays the same whatever is on them
   */
  ClassScores(int nodes, List<List<ScorePart>> parts, boolean ownStays, TieOrder ties) {
    this.ties = ties;
    this.ownStays = ownStays;
    this.tree = new BestNodeTree(ties, nodes);
    this.plugins =
        parts.stream()
            .map(plugin -> plugin.stream().map(part -> new Column(part)).toArray(Column[]::new))
            .toArray(Column[][]::new);
    this.columns = Arrays.stream(plugins).flatMap(Arrays::stream).toArray(Column[]::new);
  }

  /**
   * Asks other parts from now on, those of another session.
   *
   * @return false where one may say something else than the one in its place
   */
  boolean goesOn(List<List<ScorePart>> parts) {
    List<ScorePart> all = parts.stream().flatMap(List::stream).toList();
    if (all.size() != columns.length || parts.size() != plugins.length) {
      return false;
    }
    for (int i = 0; i < plugins.length; i++) {
      if (plugins[i].length != parts.get(i).size()) {
        return false;
      }
    }
    for (int i = 0; i < columns.length; i++) {
      if (!columns[i].part.equals(all.get(i))) {
        return false;
      }
      columns[i].part = all.get(i);
    }
    return true;
  }

  /** Whether the sum is needed of what plugins say of a node by itself. */
  boolean needsOwn(int node) {
    return !ownStays || !hasOwn.contains(node);
  }

  /** How many parts there are. */
  int width() {
    return columns.length;
  }

  /** Asks all parts about a node; changes nothing here. */
  void ask(SessionNode node, long[] answers, int from) {
    for (int i = 0; i < columns.length; i++) {
      answers[from + i] = columns[i].part.raw(node);
    }
  }

  /** Takes note of the sum of what plugins say of a node by itself. */
  void putOwn(int node, double sum) {
    own.set(node, Double.doubleToRawLongBits(sum));
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
   * @param answers those that {@link #ask} gave, from some place on
   */
  void put(int node, boolean roomNow, long[] answers, int from) {
    boolean stays = roomNow && tree.contains(node);
    if (!stays) {
      leave(node);
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i].put(node, answers[from + i], stays);
      if (roomNow && !stays) {
        columns[i].count(node);
      }
    }
    if (roomNow) {
      if (unsettledCount == unsettled.length) {
        unsettled = Arrays.copyOf(unsettled, 2 * unsettledCount);
      }
      unsettled[unsettledCount++] = node;
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

  /**
   * Whether the totals of nodes with room now are the same where none but those of a range are
   * scored, as they are where the greatest score of every part is among theirs.
   *
   * @param now the nodes with room now
   * @param secondEnd where a second part of the range ends, which begins with the first node
   */
  boolean holdAmong(NodeSet now, int from, int end, int secondEnd) {
    for (Column column : columns) {
      if (!column.hasGreatest(now, from, end) && !column.hasGreatest(now, 0, secondEnd)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The best of the nodes of a range with room now, by the totals among all of these; {@link
   * BestNodeTree#NONE} where there is none.
   *
   * @param secondEnd where a second part of the range ends, which begins with the first node
   */
  int best(int from, int end, int secondEnd) {
    return tree.better(tree.best(from, end), tree.best(0, secondEnd));
  }

  /** The best of some nodes that fit; there must be one. */
  int bestOf(int[] nodes) throws Unanswered {
    for (Column column : columns) {
      column.scaleTo(nodes);
    }
    try {
      int best = nodes[0];
      double most = total(best);
      for (int i = 1; i < nodes.length; i++) {
        double total = total(nodes[i]);
        if (total > most || (total == most && ties.wins(nodes[i], best))) {
          best = nodes[i];
          most = total;
        }
      }
      return best;
    } finally {
      for (Column column : columns) {
        column.rescale();
      }
    }
  }

  private double total(int node) throws Unanswered {
    double total = Double.longBitsToDouble(own.get(node));
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

    ScorePart part;
    private final NodeColumn raw = new NodeColumn(0);
    private final GreatestScore greatest = new GreatestScore();
    private final Normalization normalization;
    private final long weight;

    /** The greatest score that final scores are worked out with. */
    private long scale;

    Column(ScorePart part) {
      this.part = part;
      this.normalization = part.normalization();
      this.weight = part.weight();
    }

    /** Takes note of a score; one that counts is counted anew. */
    void put(int node, long score, boolean counts) {
      boolean other = score != raw.get(node);
      if (counts && other) {
        uncount(node);
      }
      raw.set(node, score);
      if (counts && other) {
        count(node);
      }
    }

    void count(int node) {
      if (normalization.readsGreatest()) {
        greatest.add(raw.get(node));
      }
    }

    void uncount(int node) {
      if (normalization.readsGreatest()) {
        greatest.remove(raw.get(node));
      }
    }

    /** Takes the greatest score of the nodes with room now, and says whether it is another. */
    boolean rescale() {
      long before = scale;
      scale = greatest.value();
      return scale != before;
    }

    /** Whether some node of a range has the greatest score of all; where that is none, any has. */
    boolean hasGreatest(NodeSet now, int from, int end) {
      if (scale == 0) {
        return true;
      }
      for (int node = now.next(from); node >= 0 && node < end; node = now.next(node + 1)) {
        if (raw.get(node) == scale) {
          return true;
        }
      }
      return false;
    }

    void scaleTo(int[] nodes) {
      scale = 0;
      for (int node : nodes) {
        scale = Math.max(scale, raw.get(node));
      }
    }

    long weighted(int node) throws Unanswered {
      long score = normalization.finalScore(raw.get(node), scale);
      if (score < 0 || score > ScorePlugin.MAX_SCORE) {
        throw new Unanswered();
      }
      return score * weight;
    }
  }
}
