package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.NodeSet;
import java.util.Arrays;
import java.util.List;

/**
 * Nodes in the order of their scores, best first; used by one thread.
 *
 * <p>A node whose score has changed is moved to its new place, which shifts a part of an array. All
 * are put in order anew only where many have changed, as when the score has that others are
 * measured by.
 */
final class RankedNodes {

  /** So many changes for every node that is ranked are worth a new order. */
  private static final double MANY = 0.1;

  private final ClassScores scores;
  private final long[] totals;
  private final NodeSet ranked = new NodeSet();
  private int[] order = new int[0];
  private int start;

  /**
   * Ranks no node yet.
   *
   * @param parts of scores, by plugin
   */
  RankedNodes(int nodes, List<List<ScorePart>> parts) {
    this.scores = new ClassScores(nodes, parts, (one, other) -> one < other);
    this.totals = new long[nodes];
  }

  /** Takes note that the scores of a node have changed. */
  void forget(int node) {
    scores.leave(node);
  }

  /**
   * Takes note of the scores of a node whose old ones are forgotten.
   *
   * @param sum of what plugins say of nodes one by one
   */
  void put(SessionNode node, double sum) {
    scores.putOwn(node.index(), sum);
    scores.put(node, true);
  }

  /**
   * Puts nodes whose scores have changed into their places.
   *
   * @param all the nodes to be ranked
   */
  void update(NodeSet changed, NodeSet all) throws Unanswered {
    boolean rescaled = scores.settle(all);
    if (rescaled || changed.size() > MANY * all.size()) {
      rankAnew(all);
      return;
    }
    for (int node = changed.next(0); node >= 0; node = changed.next(node + 1)) {
      if (ranked.remove(node)) {
        remove(node);
      }
      if (all.contains(node)) {
        totals[node] = scores.comparable(node);
        insert(node);
        ranked.add(node);
      }
    }
  }

  private void rankAnew(NodeSet all) {
    var boxed = new Integer[all.size()];
    int count = 0;
    ranked.clear();
    for (int node = all.next(0); node >= 0; node = all.next(node + 1)) {
      ranked.add(node);
      totals[node] = scores.comparable(node);
      boxed[count++] = node;
    }
    Arrays.sort(boxed, this::compare);
    order = Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
  }

  private int compare(int one, int other) {
    return totals[one] == totals[other]
        ? Integer.compare(turn(one), turn(other))
        : Long.compare(totals[other], totals[one]);
  }

  /** The place of a node among equals. */
  private int turn(int node) {
    return node >= start ? node - start : node - start + totals.length;
  }

  private void remove(int node) {
    int place = place(node);
    int[] shorter = Arrays.copyOf(order, order.length - 1);
    System.arraycopy(order, place + 1, shorter, place, shorter.length - place);
    order = shorter;
  }

  private void insert(int node) {
    int place = place(node);
    int[] longer = Arrays.copyOf(order, order.length + 1);
    System.arraycopy(order, place, longer, place + 1, order.length - place);
    longer[place] = node;
    order = longer;
  }

  /** Where a node is in the order, or belongs. */
  private int place(int node) {
    int low = 0;
    int high = order.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(order[middle], node) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The nodes, best first; not to be changed.
   *
   * @param first the node that comes first among equals; those before it come last
   */
  int[] order(int first) {
    if (first != start) {
      start = first;
      order = Arrays.stream(order).boxed().sorted(this::compare).mapToInt(i -> i).toArray();
    }
    return order;
  }
}
