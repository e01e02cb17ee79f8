package io.merapi.kube.placement;

import java.util.Arrays;

/**
 * Nodes with totals, where the node of the greatest total of all, and of those between two indices,
 * is asked for; used by one thread.
 *
 * <p>Implementation note: a bit for each node, in blocks of 64 that have the same index but for the
 * last six bits; blocks without a node take no room. The best node of a block is remembered once it
 * was asked for, and so are those of its quarters and of many blocks together ({@link
 * BestsOfBlocks}), until they leave. Then the nodes of that quarter alone are looked at, and the
 * bests of its neighbours: a change costs no more than to look at some 40 nodes. Of a range, a part
 * of a block is looked at only where the best of the whole block is better than what was seen
 * elsewhere. A heap takes many times the room and does not know the best of a range.
 */
final class NodeBlocks {

  /** No node. */
  static final int NONE = -1;

  /** In place of the best node: it must be looked for. */
  static final int UNKNOWN = -2;

  private static final int QUARTERS = 4;
  private static final int SEVERAL = 16;

  private final NodeColumn totals;
  private final TieOrder ties;

  /** The blocks that have nodes, in ascending order: which they are, and their nodes. */
  private int[] places = new int[1];

  private long[] words = new long[1];
  private int[] bests = new int[1];

  /** What the best of each block has, where that is known, so that blocks are compared in a row. */
  private long[] bestTotals = new long[1];

  private int[] bestRanks = new int[1];

  /** The best of each 16 nodes, four for each block. */
  private int[] bestsOfQuarters = new int[QUARTERS];

  private int blocks;

  private final BestsOfBlocks above = new BestsOfBlocks(this);
  private int size;

  // What it saw when it looked last.
  private int seen;
  private int bestSeen = NONE;
  private long mostSeen;
  private int rankSeen;

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

  boolean contains(int node) {
    int block = find(node >>> 6);
    return block >= 0 && (words[block] & (1L << node)) != 0;
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
    // A node that is not the best of a few is not the best of more.
    int quarter = quarter(block, node);
    int before = bestsOfQuarters[quarter];
    bestsOfQuarters[quarter] = withAdded(before, node);
    if (stays(before, bestsOfQuarters[quarter])) {
      return;
    }
    before = bests[block];
    if (before != withAdded(before, node)) {
      setBest(block, node);
    }
    if (stays(before, bests[block])) {
      return;
    }
    above.added(node, place);
  }

  /** Whether a best node that is known has lost to nobody. */
  static boolean stays(int before, int now) {
    return before == now && before != UNKNOWN;
  }

  /** The best of some nodes, as far as that is known, after one is added to them. */
  int withAdded(int known, int node) {
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
    above.removed(node, place);
  }

  /** The best of some nodes, as far as that is known, after one is removed from them. */
  static int withoutRemoved(int known, int node) {
    return known == node ? UNKNOWN : known;
  }

  /** Where the best node of a quarter is kept. */
  private static int quarter(int block, int node) {
    return QUARTERS * block + ((node >>> 4) & 3);
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
      int length = roomier();
      places = Arrays.copyOf(places, length);
      words = Arrays.copyOf(words, length);
      bests = Arrays.copyOf(bests, length);
      bestTotals = Arrays.copyOf(bestTotals, length);
      bestRanks = Arrays.copyOf(bestRanks, length);
      bestsOfQuarters = Arrays.copyOf(bestsOfQuarters, QUARTERS * length);
    }
    move(block, block + 1, blocks - block);
    places[block] = place;
    words[block] = 0;
    bests[block] = NONE;
    Arrays.fill(bestsOfQuarters, QUARTERS * block, QUARTERS * (block + 1), NONE);
    blocks++;
  }

  /** Where there are nodes in several blocks, sooner or later there are some in most. */
  private int roomier() {
    return blocks < SEVERAL ? 4 * blocks : Math.max(blocks + blocks / 2, (totals.room() >>> 6) + 1);
  }

  private void drop(int block) {
    move(block + 1, block, blocks - block - 1);
    blocks--;
  }

  private void move(int from, int to, int count) {
    System.arraycopy(places, from, places, to, count);
    System.arraycopy(words, from, words, to, count);
    System.arraycopy(bests, from, bests, to, count);
    System.arraycopy(bestTotals, from, bestTotals, to, count);
    System.arraycopy(bestRanks, from, bestRanks, to, count);
    System.arraycopy(
        bestsOfQuarters, QUARTERS * from, bestsOfQuarters, QUARTERS * to, QUARTERS * count);
  }

  /** The lowest node that is not below the given index, or {@link #NONE}. */
  int next(int from) {
    return Math.max(nth(1, from, Integer.MAX_VALUE), NONE);
  }

  /** One of its nodes between two indices, counted from 1, or the complement of how many it has. */
  int nth(int number, int from, int below) {
    int left = number;
    for (int block = from(from >>> 6); block < blocks && places[block] << 6 < below; block++) {
      long nodes = between(block, from, below);
      int here = Long.bitCount(nodes);
      if (here >= left) {
        return (places[block] << 6) + NodeSet.nth(left, nodes);
      }
      left -= here;
    }
    return ~(number - left);
  }

  /** The best node, or {@link #NONE}. */
  int best() {
    return above.best();
  }

  /** The best of the nodes of blocks between two places, or {@link #NONE}. */
  int best(int fromPlace, int belowPlace) {
    int first = from(fromPlace);
    int found = first;
    for (int block = first; block < blocks && places[block] < belowPlace; block++) {
      bestOfBlock(block);
      if (isBetter(block, bests[found], bestTotals[found], bestRanks[found])) {
        found = block;
      }
    }
    return first < blocks && places[first] < belowPlace ? bests[found] : NONE;
  }

  /** Whether the best of a block, which is known, is better than another node. */
  private boolean isBetter(int block, int node, long total, int rank) {
    if (bestTotals[block] != total) {
      return bestTotals[block] > total;
    }
    return bestRanks[block] == rank
        ? ties.wins(bests[block], node)
        : Integer.compareUnsigned(bestRanks[block], rank) < 0;
  }

  private int bestOfBlock(int block) {
    if (bests[block] == UNKNOWN) {
      int found = NONE;
      for (int i = 0; i < QUARTERS; i++) {
        found = better(found, bestOfQuarter(block, i));
      }
      setBest(block, found);
    }
    return bests[block];
  }

  private void setBest(int block, int node) {
    bests[block] = node;
    bestTotals[block] = totals.get(node);
    bestRanks[block] = ties.rank(node);
  }

  private int bestOfQuarter(int block, int quarter) {
    int at = QUARTERS * block + quarter;
    if (bestsOfQuarters[at] == UNKNOWN) {
      bestsOfQuarters[at] = scan(block, words[block] & nodesOf(quarter));
    }
    return bestsOfQuarters[at];
  }

  private static long nodesOf(int quarter) {
    return 0xFFFFL << (16 * quarter);
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
   * Looks at its nodes in a range that may go on from the last index to the first; {@link #seen}
   * and {@link #bestSeen} tell of them until it looks again.
   *
   * @param from the lowest index of the first part
   * @param below the lowest above it that is not meant
   * @param secondBelow the lowest index that the second part has not, which begins with 0
   */
  void look(int from, int below, int secondBelow) {
    seen = 0;
    bestSeen = NONE;
    look(from, below);
    if (secondBelow > 0) {
      look(0, secondBelow);
    }
  }

  private void look(int from, int below) {
    int first = from(from >>> 6);
    int last = from(below >>> 6);
    boolean cut = first < last && places[first] == from >>> 6 && (from & 63) != 0;
    for (int block = cut ? first + 1 : first; block < last; block++) {
      seen += Long.bitCount(words[block]);
      if (surpasses(block)) {
        see(block);
      }
    }
    // Those at the ends come last: mostly they have nothing better than others have.
    if (cut) {
      lookAtPart(first, from, below);
    }
    if (last < blocks && places[last] == below >>> 6) {
      lookAtPart(last, from, below);
    }
  }

  /** Looks for a better node among those of a block that are between two indices. */
  private void lookAtPart(int block, int from, int below) {
    long nodes = between(block, from, below);
    seen += Long.bitCount(nodes);
    if (nodes == 0 || !surpasses(block)) {
      return;
    }
    if (((nodes >>> bests[block]) & 1) != 0) {
      see(block);
      return;
    }
    int found = bestSeen;
    for (int quarter = 0; quarter < QUARTERS; quarter++) {
      long some = nodes & nodesOf(quarter);
      if (some != 0) {
        int candidate = bestOfQuarter(block, quarter);
        if (better(found, candidate) == candidate) {
          found = ((some >>> candidate) & 1) != 0 ? candidate : better(found, scan(block, some));
        }
      }
    }
    if (found != bestSeen) {
      bestSeen = found;
      mostSeen = totals.get(found);
      rankSeen = ties.rank(found);
    }
  }

  /** Whether the best of a block is better than the best so far. */
  private boolean surpasses(int block) {
    bestOfBlock(block);
    return bestSeen == NONE || isBetter(block, bestSeen, mostSeen, rankSeen);
  }

  private void see(int block) {
    bestSeen = bests[block];
    mostSeen = bestTotals[block];
    rankSeen = bestRanks[block];
  }

  /** How many nodes it has seen. */
  int seen() {
    return seen;
  }

  /** The best of the nodes that it has seen, or {@link #NONE}. */
  int bestSeen() {
    return bestSeen;
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
