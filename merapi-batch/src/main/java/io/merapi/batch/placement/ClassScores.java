package io.merapi.batch.placement;

import io.merapi.api.framework.NodeTraits;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.BestNodes;
import io.merapi.kube.placement.NodeColumn;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.Arrays;
import java.util.List;

/**
 * What the tasks of one class score on the nodes that they fit, and the best of those with room now
 * and of those with room later; used by one thread.
 *
 * <p>A total is added up in the order of the definition, so that it is the same to the last bit.
 */
final class ClassScores {

  private final TieOrder ties;

  /** Whether what plugins say of nodes one by one stays the same whatever is on them. */
  private final boolean ownStays;

  /** By plugin. */
  private final ScoreColumn[][] plugins;

  private final ScoreColumn[] columns;

  /** The bits of the terms of what plugins say of nodes one by one; most often all are zero. */
  private final NodeColumn[] own;

  /** What {@link OwnTerms#order} says. */
  private final int[] ownOrder;

  private final NodeSet hasOwn = new NodeSet();

  private final RoomTotals now;
  private final RoomTotals later;
  private final RoomTotals.Totals totals = this::comparable;

  /**
   * @param nodes how many there are
   * @param own the number of terms of what plugins say of nodes one by one
   * @param ownOrder what {@link OwnTerms#order} says of them
   * @param parts by plugin
   * @param ownStays whether what plugins say of nodes one by one stays the same whatever is on them
   */
  ClassScores(
      int nodes,
      int own,
      int[] ownOrder,
      List<List<ScorePart>> parts,
      boolean ownStays,
      TieOrder ties) {
    this.ties = ties;
    this.ownStays = ownStays;
    this.own = new NodeColumn[own];
    Arrays.setAll(this.own, _ -> new NodeColumn(0));
    this.ownOrder = ownOrder;
    this.plugins =
        parts.stream()
            .map(plugin ->
                plugin.stream().map(part -> new ScoreColumn(part)).toArray(ScoreColumn[]::new))
            .toArray(ScoreColumn[][]::new);
    this.columns = Arrays.stream(plugins).flatMap(Arrays::stream).toArray(ScoreColumn[]::new);
    this.now = new RoomTotals(columns, ties, nodes);
    this.later = new RoomTotals(columns, ties, nodes);
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
      if (!columns[i].goesOn(all.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Which of two nodes with equal totals is the better one. */
  TieOrder ties() {
    return ties;
  }

  /** Whether it must be asked what plugins say of a node by itself. */
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
      answers[from + i] = columns[i].ask(node);
    }
  }

  /**
   * Takes note of the terms of what plugins say of a node by itself.
   *
   * @param terms the bits of the terms, from some place on
   */
  void putOwn(int node, long[] terms, int from) {
    for (int i = 0; i < own.length; i++) {
      own[i].set(node, terms[from + i]);
    }
    hasOwn.add(node);
  }

  /** Takes a node out of those that have room. */
  void leave(int node) {
    now.leave(node);
    later.leave(node);
  }

  /**
   * Takes note of what plugins say now of a node that fits, once in each update.
   *
   * @param roomNow whether it has room now, and not only later
   * @param answers those that {@link #ask} gave, from some place on
   */
  void put(int node, boolean roomNow, long[] answers, int from) {
    RoomTotals room = roomNow ? now : later;
    (roomNow ? later : now).leave(node);
    room.uncount(node);
    for (int i = 0; i < columns.length; i++) {
      columns[i].put(node, answers[from + i]);
    }
    room.count(node);
  }

  /**
   * Ends an update.
   *
   * @param roomNow the nodes with room now
   * @param roomLater those with room later
   * @return whether the totals of nodes with room now have changed that were not put
   */
  boolean settle(NodeSet roomNow, NodeSet roomLater) throws Unanswered {
    later.settle(roomLater, totals);
    return now.settle(roomNow, totals);
  }

  private long comparable(int node, long[] scales) throws Unanswered {
    return ordered(total(node, scales));
  }

  /** A number that compares as the total of a node with room now does. */
  long comparable(int node) {
    return now.nodes().total(node);
  }

  /** The best of the nodes with room now; there must be one. */
  int best() {
    return now.nodes().best();
  }

  /** The best of the nodes with room later; there must be one. */
  int bestLater() {
    return later.nodes().best();
  }

  /**
   * Whether the totals of nodes with room now are the same where none but those of a range are
   * scored, as they are where the greatest score of every part is among theirs.
   *
   * @param roomNow the nodes with room now
   * @param secondEnd where a second part of the range ends, which begins with the first node
   */
  boolean holdAmong(NodeSet roomNow, int from, int end, int secondEnd) {
    for (int i = 0; i < columns.length; i++) {
      long greatest = now.scales()[i];
      if (!columns[i].has(greatest, roomNow, from, end)
          && !columns[i].has(greatest, roomNow, 0, secondEnd)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The best of the nodes of a range with room now, by the totals among all of these; {@link
   * BestNodes#NONE} where there is none.
   *
   * @param secondEnd where a second part of the range ends, which begins with the first node
   */
  int best(int from, int end, int secondEnd) {
    return now.nodes().best(from, end, secondEnd);
  }

  /** Describes a node that fits by all that its total is made of, but for what goes by kinds. */
  void describe(int node, NodeTraits traits) {
    for (NodeColumn term : own) {
      traits.number(term.get(node));
    }
    for (ScoreColumn column : columns) {
      traits.number(column.raw(node));
    }
  }

  /** The best of some nodes that fit; there must be one. */
  int bestOf(int[] nodes) throws Unanswered {
    return bestOf(nodes, nodes.length, KindAnswers.NONE);
  }

  /**
   * The same where plugins go by kinds of nodes.
   *
   * @param count how many of the nodes are meant, the first
   */
  int bestOf(int[] nodes, int count, KindAnswers answers) throws Unanswered {
    long[] scales = scalesAmong(nodes, count);
    int best = nodes[0];
    double most = total(best, scales, 0, answers);
    for (int i = 1; i < count; i++) {
      double total = total(nodes[i], scales, i, answers);
      if (total > most || (total == most && ties.wins(nodes[i], best))) {
        best = nodes[i];
        most = total;
      }
    }
    return best;
  }

  private long[] scalesAmong(int[] nodes, int count) {
    long[] scales = new long[columns.length];
    for (int i = 0; i < scales.length; i++) {
      scales[i] = columns[i].scaleAmong(nodes, count);
    }
    return scales;
  }

  /**
   * Writes down numbers that compare as the totals of some nodes with room now would if no others
   * were scored.
   *
   * @param to by node
   */
  void writeTotals(NodeSet some, long[] to) throws Unanswered {
    int[] nodes = some.toArray();
    long[] scales = scalesAmong(nodes, nodes.length);
    boolean others = !Arrays.equals(scales, now.scales());
    for (int node : nodes) {
      to[node] = others ? comparable(node, scales) : comparable(node);
    }
  }

  private double total(int node, long[] scales) throws Unanswered {
    return total(node, scales, 0, KindAnswers.NONE);
  }

  private double total(int node, long[] scales, int place, KindAnswers answers) throws Unanswered {
    double total = own(0, node);
    for (int term : ownOrder) {
      total += term < 0 ? answers.alone(~term, place) : own(term, node);
    }
    int scale = 0;
    for (int i = 0; i < plugins.length; i++) {
      double sum = answers.together(i, place);
      for (ScoreColumn column : plugins[i]) {
        sum += column.weighted(node, scales[scale++]);
      }
      total += sum;
    }
    if (!(total > Double.NEGATIVE_INFINITY)) {
      // No comparison would ever choose such a node, and none here may.
      throw new Unanswered();
    }
    return total;
  }

  private double own(int term, int node) {
    return Double.longBitsToDouble(own[term].get(node));
  }

  /** A number that compares as the total does; no total is NaN. */
  private static long ordered(double total) {
    // Adding zero makes the two zeros one.
    long bits = Double.doubleToRawLongBits(total + 0.0);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
