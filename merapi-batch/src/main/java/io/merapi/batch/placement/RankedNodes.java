package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
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

  private static final NodeSet NO_NODES = new NodeSet();

  private final ClassScores scores;

  /** What a node says while it is put. */
  private final long[] answers;

  private final long[] own = new long[1];

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
    TieOrder ties = (one, other) -> one < other;
    this.scores = new ClassScores(nodes, 1, new int[0], parts, false, ties);
    this.answers = new long[scores.width()];
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
    own[0] = Double.doubleToRawLongBits(sum);
    scores.putOwn(node.index(), own, 0);
    scores.ask(node, answers, 0);
    scores.put(node.index(), true, answers, 0);
  }

  /**
   * Puts nodes whose scores have changed into their places.
   *
   * @param all the nodes to be ranked
   */
  void update(NodeSet changed, NodeSet all) throws Unanswered {
    boolean rescaled = scores.settle(all, NO_NODES);
    if (rescaled || changed.size() > MANY * all.size()) {
      rankAnew(all);
      return;
    }
    for (int node = changed.next(0); node >= 0; node = changed.next(node + 1)) {
      boolean before = ranked.contains(node);
      boolean now = all.contains(node);
      ranked.set(node, now);
      if (before && now) {
        move(node);
      } else if (before) {
        remove(node);
      } else if (now) {
        insert(node);
      }
    }
  }

  /**
   * Does without the places: for use where samples are ranked, not all.
   *
   * @param all the nodes with scores
   */
  void settle(NodeSet all) throws Unanswered {
    scores.settle(all, NO_NODES);
  }

  /**
   * Puts all in order: nodes go, in their turns, behind those of their total and of better ones.
   * There are mostly far fewer totals than nodes.
   */
  private void rankAnew(NodeSet all) {
    int[] nodes = all.toArray();
    long[] values = new long[nodes.length];
    ranked.clear();
    for (int i = 0; i < nodes.length; i++) {
      ranked.add(nodes[i]);
      totals[nodes[i]] = scores.comparable(nodes[i]);
      values[i] = totals[nodes[i]];
    }
    Arrays.sort(values);
    int first = Arrays.binarySearch(nodes, start);
    int rotation = first < 0 ? -first - 1 : first;
    int[] taken = new int[nodes.length];
    order = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      int node = nodes[(rotation + i) % nodes.length];
      int better = values.length - end(values, totals[node]);
      order[better + taken[better]++] = node;
    }
  }

  /** How many of some sorted values are no greater than one of them. */
  private static int end(long[] values, long value) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
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
    int place = place(node, 0, order.length);
    int[] shorter = Arrays.copyOf(order, order.length - 1);
    System.arraycopy(order, place + 1, shorter, place, shorter.length - place);
    order = shorter;
  }

  private void insert(int node) {
    totals[node] = scores.comparable(node);
    int place = place(node, 0, order.length);
    int[] longer = Arrays.copyOf(order, order.length + 1);
    System.arraycopy(order, place, longer, place + 1, order.length - place);
    longer[place] = node;
    order = longer;
  }

  /** Shifts those between the old place and the new one. */
  private void move(int node) {
    int from = place(node, 0, order.length);
    long before = totals[node];
    totals[node] = scores.comparable(node);
    if (totals[node] > before) {
      int to = place(node, 0, from);
      System.arraycopy(order, to, order, to + 1, from - to);
      order[to] = node;
    } else if (totals[node] < before) {
      int to = place(node, from + 1, order.length) - 1;
      System.arraycopy(order, from + 1, order, from, to - from);
      order[to] = node;
    }
  }

  /** Where a node is in a part of the order, or belongs. */
  private int place(int node, int from, int end) {
    int low = from;
    int high = end;
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
   * The nodes, best first; not to be changed, and of use until the next update.
   *
   * @param first the node that comes first among equals; those before it come last
   */
  int[] order(int first) {
    if (first != start) {
      start = first;
      rankAnew(ranked.copy());
    }
    return order;
  }

  /** The same, to be gone through. */
  NodesByScore all(int first) {
    int[] inOrder = order(first);
    int[] place = {0};
    return some -> {
      while (place[0] < inOrder.length && some.size() > 0) {
        int node = inOrder[place[0]++];
        if (some.contains(node)) {
          return node;
        }
      }
      return NodesByScore.NONE;
    };
  }

  /**
   * Ranks a sample as if there were no other nodes. Mostly the first of it will do, so it is not
   * put in order: each time the best is looked for of those that are left.
   */
  NodesByScore among(NodeSet sample, int first) throws Unanswered {
    scores.writeTotals(sample, totals);
    start = first;
    int[] latest = {NodesByScore.NONE};
    return some -> {
      int best = NodesByScore.NONE;
      for (int node = some.next(0); node >= 0; node = some.next(node + 1)) {
        if ((latest[0] < 0 || compare(latest[0], node) < 0)
            && (best < 0 || compare(node, best) < 0)) {
          best = node;
        }
      }
      latest[0] = best < 0 ? latest[0] : best;
      return best;
    };
  }
}
