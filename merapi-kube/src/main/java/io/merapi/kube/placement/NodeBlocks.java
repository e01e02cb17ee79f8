package io.merapi.kube.placement;

import java.util.Arrays;

/**
 * Nodes with totals, where the node of the greatest total of all, and of those between two indices,
 * is asked for; used by one thread.
 *
 * <p>Implementation note: a bit for each node, in blocks of 64 that have the same index but for the
 * last six bits; blocks without a node take no room. The best node of a block is remembered once it
 * was asked for, and so are those of its quarters and of a span of 64 blocks, until they leave.
 * Then the nodes of that quarter alone are looked at, and the blocks of that span: a change costs
 * no more than to look at some 80 nodes and one for each 4096 there are. A heap takes many times
 * the room and does not know the best of a range.
 */
final class NodeBlocks {

  /** No node. */
  static final int NONE = -1;

  /** In place of the best node: it must be looked for. */
  private static final int UNKNOWN = -2;

  private final NodeColumn totals;
  private final TieOrder ties;

  /** The blocks that have nodes, in ascending order: which they are, and their nodes. */
  private int[] places = new int[1];

  private long[] words = new long[1];
  private int[] bests = new int[1];

  /** The best of each 16 nodes, four for each block. */
  private int[] bestsOfQuarters = new int[4];

  private int blocks;

  /** By the place of the span. */
  private int[] bestsOfSpans = {};

  private int best = NONE;
  private int size;

  /**
   * @param totals by node; that of a node must not change while it is in
   * @param ties which of two nodes with equal totals is the better one
   */
  NodeBlocks(NodeColumn totals, TieOrder ties) {
    this.totals = totals;
    this.ties = ties;
  }

  int size() {
    return size;
  }

  /** Adds a node that is not in. */
  void add(int node) {
    int place = node >>> 6;
    int block = find(place);
    if (block < 0) {
      block = -block - 1;
      insert(block, place);
    }
    words[block] |= 1L << node;
    size++;
    int quarter = quarter(block, node);
    bestsOfQuarters[quarter] = withAdded(bestsOfQuarters[quarter], node);
    bests[block] = withAdded(bests[block], node);
    int span = place >>> 6;
    if (span >= bestsOfSpans.length) {
      int known = bestsOfSpans.length;
      bestsOfSpans = Arrays.copyOf(bestsOfSpans, span + 1);
      Arrays.fill(bestsOfSpans, known, span + 1, NONE);
    }
    bestsOfSpans[span] = withAdded(bestsOfSpans[span], node);
    best = withAdded(best, node);
  }

  private int withAdded(int known, int node) {
    return known == NONE || (known != UNKNOWN && wins(node, known)) ? node : known;
  }

  /** Removes a node that is in. */
  void remove(int node) {
    int place = node >>> 6;
    int block = find(place);
    words[block] &= ~(1L << node);
    size--;
    if (words[block] == 0) {
      drop(block);
    } else {
      int quarter = quarter(block, node);
      bestsOfQuarters[quarter] = withoutRemoved(bestsOfQuarters[quarter], node);
      bests[block] = withoutRemoved(bests[block], node);
    }
    bestsOfSpans[place >>> 6] = withoutRemoved(bestsOfSpans[place >>> 6], node);
    best = withoutRemoved(best, node);
  }

  private static int withoutRemoved(int known, int node) {
    return known == node ? UNKNOWN : known;
  }

  /** Where the best node of a quarter is kept. */
  private static int quarter(int block, int node) {
    return 4 * block + ((node >>> 4) & 3);
  }

  /** Where a block is, or, below 0, what {@link Arrays#binarySearch} says of where it would be. */
  private int find(int place) {
    // Most often there is a block at every place.
    return place < blocks && places[place] == place
        ? place
        : Arrays.binarySearch(places, 0, blocks, place);
  }

  /** The first block that is not before a place. */
  private int from(int place) {
    int block = find(place);
    return block < 0 ? -block - 1 : block;
  }

  private void insert(int block, int place) {
    if (blocks == places.length) {
      int length = blocks + blocks / 2 + 1;
      places = Arrays.copyOf(places, length);
      words = Arrays.copyOf(words, length);
      bests = Arrays.copyOf(bests, length);
      bestsOfQuarters = Arrays.copyOf(bestsOfQuarters, 4 * length);
    }
    move(block, block + 1, blocks - block);
    places[block] = place;
    words[block] = 0;
    bests[block] = NONE;
    Arrays.fill(bestsOfQuarters, 4 * block, 4 * block + 4, NONE);
    blocks++;
  }

  private void drop(int block) {
    move(block + 1, block, blocks - block - 1);
    blocks--;
  }

  private void move(int from, int to, int count) {
    System.arraycopy(places, from, places, to, count);
    System.arraycopy(words, from, words, to, count);
    System.arraycopy(bests, from, bests, to, count);
    System.arraycopy(bestsOfQuarters, 4 * from, bestsOfQuarters, 4 * to, 4 * count);
  }

  /** The lowest node that is not below the given index, or {@link #NONE}. */
  int next(int from) {
    for (int block = from(from >>> 6); block < blocks; block++) {
      long rest = between(block, from, Integer.MAX_VALUE);
      if (rest != 0) {
        return (places[block] << 6) + Long.numberOfTrailingZeros(rest);
      }
    }
    return NONE;
  }

  /** The best node, or {@link #NONE}. */
  int best() {
    if (best == UNKNOWN) {
      best = NONE;
      for (int span = 0; span < bestsOfSpans.length; span++) {
        best = better(best, bestOfSpan(span));
      }
    }
    return best;
  }

  private int bestOfSpan(int span) {
    if (bestsOfSpans[span] == UNKNOWN) {
      int found = NONE;
      for (int block = from(span << 6); block < blocks && places[block] >>> 6 == span; block++) {
        found = better(found, bestOfBlock(block));
      }
      bestsOfSpans[span] = found;
    }
    return bestsOfSpans[span];
  }

  private int bestOfBlock(int block) {
    if (bests[block] == UNKNOWN) {
      bests[block] = best(block, words[block]);
    }
    return bests[block];
  }

  /** The best of some nodes of a block. */
  private int best(int block, long nodes) {
    int found = NONE;
    for (int i = 0; i < 4; i++) {
      long quarter = 0xFFFFL << (16 * i);
      if ((nodes & quarter) == (words[block] & quarter)) {
        found = better(found, bestOfQuarter(block, 4 * block + i, words[block] & quarter));
      } else {
        found = better(found, scan(block, nodes & quarter));
      }
    }
    return found;
  }

  private int bestOfQuarter(int block, int quarter, long nodes) {
    if (bestsOfQuarters[quarter] == UNKNOWN) {
      bestsOfQuarters[quarter] = scan(block, nodes);
    }
    return bestsOfQuarters[quarter];
  }

  /** The best of some nodes of a block, found by looking at each. */
  private int scan(int block, long nodes) {
    int first = places[block] << 6;
    int found = NONE;
    long most = 0;
    for (long rest = nodes; rest != 0; rest &= rest - 1) {
      int node = first + Long.numberOfTrailingZeros(rest);
      long total = totals.get(node);
      if (found == NONE || total > most || (total == most && ties.wins(node, found))) {
        found = node;
        most = total;
      }
    }
    return found;
  }

  /** The better of two different nodes; either may be {@link #NONE}. */
  int better(int one, int other) {
    if (one == NONE || other == NONE) {
      return one == NONE ? other : one;
    }
    return wins(other, one) ? other : one;
  }

  private boolean wins(int first, int second) {
    long mine = totals.get(first);
    long other = totals.get(second);
    return mine == other ? ties.wins(first, second) : mine > other;
  }

  /**
   * The best of the nodes between two indices, or {@link #NONE}.
   *
   * @param from the lowest index that is meant
   * @param below the lowest above it that is not
   */
  int best(int from, int below) {
    int found = NONE;
    long most = 0;
    for (int block = from(from >>> 6); block < blocks && places[block] << 6 < below; block++) {
      long nodes = between(block, from, below);
      int candidate = nodes == words[block] ? bestOfBlock(block) : best(block, nodes);
      if (candidate != NONE) {
        long total = totals.get(candidate);
        if (found == NONE || total > most || (total == most && ties.wins(candidate, found))) {
          found = candidate;
          most = total;
        }
      }
    }
    return found;
  }

  /** How many nodes there are between two indices, the first of which is meant too. */
  int count(int from, int below) {
    int count = 0;
    for (int block = from(from >>> 6); block < blocks && places[block] << 6 < below; block++) {
      count += Long.bitCount(between(block, from, below));
    }
    return count;
  }

  /**
   * Adds its nodes to others.
   *
   * @param first the place of the first word of the others: 64 nodes in a row
   */
  void addTo(long[] others, int first) {
    for (int block = from(first);
        block < blocks && places[block] < first + others.length;
        block++) {
      others[places[block] - first] |= words[block];
    }
  }

  /** Those nodes of a block that are between two indices. */
  private long between(int block, int from, int below) {
    int first = places[block] << 6;
    return NodeSet.between(words[block], from - first, below - first);
  }
}
