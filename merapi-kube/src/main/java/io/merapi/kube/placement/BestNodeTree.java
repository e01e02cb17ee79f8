package io.merapi.kube.placement;

import java.util.Arrays;

/**
 * The node of the greatest total among those that are in; used by one thread.
 *
 * <p>Implementation note: a tournament. The leaves of a complete binary tree are the node indices,
 * and each inner place holds the winner of the two below it, so the root holds the best node.
 * Reading it costs nothing, a changed total replays the matches on the way up, O(log n), and stops
 * early where the changed node neither won nor wins. Places without a node hold {@link #NONE}. The
 * outcome depends on what is in the tree only, not on the order in which it came: ties are decided
 * by a {@link TieOrder}, which by a {@link TieBreak} is the same for the same seed.
 */
public final class BestNodeTree {

  /** No node. */
  public static final int NONE = -1;

  private static final int LEAST_LEAVES = 16;

  /** So many leaves are below one of the topmost winners where ranges are asked for. */
  private static final int LEAVES_OF_RANGES = 64;

  private final TieOrder ties;

  /** How many leaves there may be below a winner: above that no matches are played. */
  private final int mostBelow;

  /** The total of each leaf. */
  private long[] totals;

  /** The winners: the root at 1, the two below place i at 2i and 2i + 1, the leaves last. */
  private int[] winners;

  public BestNodeTree(TieOrder ties) {
    this(ties, LEAST_LEAVES);
  }

  /** A tree that has place for so many nodes from the start. */
  public BestNodeTree(TieOrder ties, int nodes) {
    this(ties, nodes, Integer.MAX_VALUE);
  }

  private BestNodeTree(TieOrder ties, int nodes, int mostBelow) {
    this.ties = ties;
    this.mostBelow = mostBelow;
    int leaves = leavesFor(Math.max(nodes, LEAST_LEAVES));
    this.totals = new long[leaves];
    this.winners = new int[2 * leaves];
    Arrays.fill(winners, NONE);
  }

  /**
   * The same for use where the best of small ranges is wanted, hardly ever that of all: a change
   * costs less then, and to find the best of all costs more.
   */
  public static BestNodeTree ofRanges(TieOrder ties, int nodes) {
    return new BestNodeTree(ties, nodes, LEAVES_OF_RANGES);
  }

  private static int leavesFor(int nodes) {
    return Integer.highestOneBit(nodes - 1) << 1;
  }

  /** The best node, or {@link #NONE} where no node is in. */
  public int best() {
    return top() == 1 ? winners[1] : best(0, totals.length);
  }

  /** The first place of a winner above which there is none; there are as many more of these. */
  private int top() {
    return Math.max(1, totals.length / mostBelow);
  }

  /**
   * The best of the nodes of a range, or {@link #NONE} where none of it is in; O(log n), and in a
   * tree of ranges as much as there are topmost winners in it.
   *
   * @param from the first index
   * @param end the one after the last
   */
  public int best(int from, int end) {
    int best = NONE;
    int height = Integer.numberOfTrailingZeros(totals.length / top());
    int last = Math.min(end, totals.length);
    int left = (totals.length + from) >> height;
    int right = (totals.length + last) >> height;
    // Those that are in the range as a whole come first: they mostly are better than the others.
    for (int place = isMultiple(from, height) ? left : left + 1; place < right; place++) {
      best = better(best, winners[place]);
    }
    if (from < last && (left == right || !isMultiple(from, height))) {
      best = best(left, height, from, last, best);
    }
    if (left < right && !isMultiple(last, height)) {
      best = best(right, height, from, last, best);
    }
    return best;
  }

  private static boolean isMultiple(int index, int height) {
    return (index & ((1 << height) - 1)) == 0;
  }

  /**
   * The better of a node and of the best of those below a place that are in a range; nothing below
   * a winner is looked at that is not better itself.
   *
   * @param height how far the leaves are below the place
   */
  private int best(int place, int height, int from, int end, int known) {
    int winner = winners[place];
    int first = (place << height) - totals.length;
    if (winner == NONE
        || first >= end
        || first + (1 << height) <= from
        || better(known, winner) != winner) {
      return known;
    }
    if (winner >= from && winner < end) {
      return winner;
    }
    int better = best(2 * place, height - 1, from, end, known);
    return best(2 * place + 1, height - 1, from, end, better);
  }

  /** The better of two different nodes that are in; either may be {@link #NONE}. */
  public int better(int one, int other) {
    if (one == NONE || other == NONE) {
      return one == NONE ? other : one;
    }
    if (totals[one] == totals[other]) {
      return ties.wins(one, other) ? one : other;
    }
    return totals[one] > totals[other] ? one : other;
  }

  public boolean contains(int node) {
    return node < totals.length && winners[totals.length + node] != NONE;
  }

  /**
   * The total of a node.
   *
   * @throws IllegalArgumentException if the node is not in
   */
  public long total(int node) {
    if (!contains(node)) {
      throw new IllegalArgumentException("node (%d) has no total".formatted(node));
    }
    return totals[node];
  }

  /**
   * Puts a node in, or gives it another total; also to be called where the node's place in the
   * order of ties has changed, as when another node has taken over its index.
   */
  public void put(int node, long total) {
    enter(node, total);
    replay(node);
  }

  /**
   * Does the same without playing any match, for many nodes at once; {@link #playAll} must follow.
   */
  public void enter(int node, long total) {
    if (node >= totals.length) {
      grow(node + 1);
    }
    totals[node] = total;
    winners[totals.length + node] = node;
  }

  /** Plays all matches: one pass over the tree, instead of a way up for every node. */
  public void playAll() {
    int top = top();
    for (int place = totals.length - 1; place >= top; place--) {
      winners[place] = match(place);
    }
  }

  /** Takes a node out, if it is in. */
  public void remove(int node) {
    if (contains(node)) {
      winners[totals.length + node] = NONE;
      replay(node);
    }
  }

  private void replay(int node) {
    int top = top();
    for (int place = (totals.length + node) >> 1; place >= top; place >>= 1) {
      int winner = match(place);
      if (winner == winners[place] && winner != node) {
        return;
      }
      winners[place] = winner;
    }
  }

  private int match(int place) {
    return better(winners[2 * place], winners[2 * place + 1]);
  }

  private void grow(int least) {
    int before = totals.length;
    int leaves = leavesFor(least);
    int[] wider = new int[2 * leaves];
    Arrays.fill(wider, NONE);
    System.arraycopy(winners, before, wider, leaves, before);
    totals = Arrays.copyOf(totals, leaves);
    winners = wider;
    playAll();
  }
}
