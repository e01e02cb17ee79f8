package io.merapi.batch.placement;

import io.merapi.kube.placement.BestNodes;
import io.merapi.kube.placement.GreatestScore;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that have room for the tasks of one class at one time, with their totals, and the best
 * of them; used by one thread.
 *
 * <p>Where scores are measured by the greatest, it is the greatest among these nodes.
 */
final class RoomTotals {

  private final ScoreColumn[] columns;
  private final BestNodes nodes;

  /** By column; absent where scores are not measured by the greatest. */
  private final @Nullable GreatestScore[] greatest;

  /** By column, the greatest score that totals are worked out with. */
  private final long[] scales;

  /** Nodes whose totals are not worked out yet. */
  private int[] unsettled = new int[16];

  private int unsettledCount;

  /**
   * None yet.
   *
   * @param all how many nodes there are
   */
  RoomTotals(ScoreColumn[] columns, TieOrder ties, int all) {
    this.columns = columns;
    this.nodes = new BestNodes(ties, all);
    this.greatest = new @Nullable GreatestScore[columns.length];
    for (int i = 0; i < columns.length; i++) {
      greatest[i] = columns[i].readsGreatest() ? new GreatestScore() : null;
    }
    this.scales = new long[columns.length];
  }

  /** Makes ready for other scores of a node, if it is in; {@link #count} must follow then. */
  void uncount(int node) {
    for (int i = 0; i < columns.length; i++) {
      GreatestScore counted = greatest[i];
      if (counted != null && nodes.contains(node)) {
        counted.remove(columns[i].raw(node));
      }
    }
  }

  /** Puts a node in whose scores are known now. */
  void count(int node) {
    for (int i = 0; i < columns.length; i++) {
      GreatestScore counted = greatest[i];
      if (counted != null) {
        counted.add(columns[i].raw(node));
      }
    }
    if (unsettledCount == unsettled.length) {
      unsettled = Arrays.copyOf(unsettled, 2 * unsettledCount);
    }
    unsettled[unsettledCount++] = node;
  }

  /** Takes a node out for good. */
  void leave(int node) {
    uncount(node);
    nodes.remove(node);
  }

  /**
   * Works out the totals of nodes that were put in, and of all where they are measured by another
   * score than before.
   *
   * @param all the nodes that are in
   * @return whether all were worked out anew
   */
  boolean settle(NodeSet all, Totals totals) throws Unanswered {
    boolean rescaled = rescale();
    if (rescaled) {
      for (int node = all.next(0); node >= 0; node = all.next(node + 1)) {
        nodes.put(node, totals.of(node, scales));
      }
    } else {
      for (int i = 0; i < unsettledCount; i++) {
        nodes.put(unsettled[i], totals.of(unsettled[i], scales));
      }
    }
    unsettledCount = 0;
    return rescaled;
  }

  private boolean rescale() {
    boolean other = false;
    for (int i = 0; i < scales.length; i++) {
      GreatestScore counted = greatest[i];
      long scale = counted == null ? 0 : counted.value();
      other |= scale != scales[i];
      scales[i] = scale;
    }
    return other;
  }

  /** By column, the score that totals are measured by; not to be changed. */
  long[] scales() {
    return scales;
  }

  /** The nodes with their totals. */
  BestNodes nodes() {
    return nodes;
  }

  /** Works out what a node comes to. */
  @FunctionalInterface
  interface Totals {

    /**
     * A number that compares as the total of a node does.
     *
     * @param scales by column, the score that others are measured by
     * @throws Unanswered if there is none that can be compared
     */
    long of(int node, long[] scales) throws Unanswered;
  }
}
