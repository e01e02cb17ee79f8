package io.merapi.kube.placement;

import org.jspecify.annotations.Nullable;

/**
 * Nodes with totals, where the node of the greatest total of all, and of those between two indices,
 * is asked for; used by one thread.
 *
 * <p>Implementation note: a bit for each node, in blocks of 64 that have the same index but for the
 * last six bits ({@link BlockTable}). The best node of a block is remembered once it was asked for,
 * and so are those of its quarters and of many blocks together ({@link BestsOfBlocks}), until they
 * leave. Then the nodes of that quarter alone are looked at, and the bests of its neighbours: a
 * change costs no more than to look at some 40 nodes. Of a range, a part of a block is looked at
 * only where the best of the whole block is better than what was seen elsewhere. A heap takes many
 * times the room and does not know the best of a range.
 */
final class NodeBlocks {

  /** No node. */
  static final int NONE = -1;

  /** In place of the best node: it must be looked for. */
  static final int UNKNOWN = -2;

  private final NodeColumn totals;
  private final TieOrder ties;

  private final BlockTable blocks = new BlockTable();

  /** Absent until the best of all is asked for: where ranges are looked at, nobody needs it. */
  private @Nullable BestsOfBlocks above;

  private int size;

  // The best that it has seen of a range.
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
    int block = blocks.find(node >>> 6);
    return block >= 0 && (blocks.word(block) & (1L << node)) != 0;
  }

  /** Adds a node that is not in. */
  void add(int node) {
    int place = node >>> 6;
    int block = blocks.find(place);
    if (block < 0) {
      block = ~block;
      blocks.insert(block, place, totals.room());
    }
    blocks.put(block, node);
    size++;
    // A node that is not the best of a few is not the best of more.
    int quarter = BlockTable.quarter(node);
    int before = blocks.bestOfQuarter(block, quarter);
    int now = withAdded(before, node);
    if (stays(before, now)) {
      return;
    }
    blocks.setBestOfQuarter(block, quarter, now);
    before = blocks.best(block);
    now = withAdded(before, node);
    if (stays(before, now)) {
      return;
    }
    if (before != now) {
      setBest(block, now);
    }
    if (above != null) {
      above.added(node, place);
    }
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
    int block = blocks.find(place);
    blocks.take(block, node);
    size--;
    if (blocks.word(block) == 0) {
      blocks.drop(block);
    } else {
      int quarter = BlockTable.quarter(node);
      if (blocks.bestOfQuarter(block, quarter) == node) {
        blocks.setBestOfQuarter(block, quarter, UNKNOWN);
      }
      if (blocks.best(block) == node) {
        blocks.loseBest(block);
      }
    }
    if (above != null) {
      above.removed(node, place);
    }
  }

  /** The best of some nodes, as far as that is known, after one is removed from them. */
  static int withoutRemoved(int known, int node) {
    return known == node ? UNKNOWN : known;
  }

  /** The lowest node; there must be one. */
  int first() {
    return (blocks.place(0) << 6) + Long.numberOfTrailingZeros(blocks.word(0));
  }

  /** The lowest node that is not below the given index, or {@link #NONE}. */
  int next(int from) {
    return Math.max(nth(1, from, Integer.MAX_VALUE), NONE);
  }

  /** One of its nodes between two indices, counted from 1, or the complement of how many it has. */
  int nth(int number, int from, int below) {
    int left = number;
    int first = blocks.from(from >>> 6);
    int end = from < below ? blocks.from(((below - 1) >>> 6) + 1) : first;
    for (int block = first; block < end; block++) {
      // Those at the ends may be cut.
      boolean whole = block > first && block < end - 1;
      long nodes = whole ? blocks.word(block) : blocks.between(block, from, below);
      int here = Long.bitCount(nodes);
      if (here >= left) {
        return (blocks.place(block) << 6) + NodeSet.nth(left, nodes);
      }
      left -= here;
    }
    return ~(number - left);
  }

  /** The best node, or {@link #NONE}. */
  int best() {
    BestsOfBlocks bests = above;
    if (bests == null) {
      bests = new BestsOfBlocks(this, blocks.size() == 0 ? 0 : blocks.place(blocks.size() - 1));
      above = bests;
    }
    return bests.best();
  }

  /** The best of the nodes of blocks between two places, or {@link #NONE}. */
  int bestOfBlocks(int fromPlace, int belowPlace) {
    int first = blocks.from(fromPlace);
    int end = blocks.from(belowPlace);
    return first < end ? blocks.best(bestBlock(first, end)) : NONE;
  }

  /** Which of some blocks in a row has the best node; there must be one. */
  private int bestBlock(int first, int end) {
    for (int block = first; block < end; block++) {
      findBest(block);
    }
    return blocks.find(blocks.bestOf(first, end, ties) >>> 6);
  }

  /** Looks for the best node of a block unless it is known. */
  private void findBest(int block) {
    if (blocks.best(block) == UNKNOWN) {
      int found = NONE;
      for (int quarter = 0; quarter < BlockTable.QUARTERS; quarter++) {
        found = better(found, bestOfQuarter(block, quarter));
      }
      setBest(block, found);
    }
  }

  private void setBest(int block, int node) {
    blocks.setBest(block, node, totals.get(node), ties.rank(node));
  }

  private int bestOfQuarter(int block, int quarter) {
    int known = blocks.bestOfQuarter(block, quarter);
    if (known != UNKNOWN) {
      return known;
    }
    int found = scan(block, blocks.word(block) & BlockTable.nodesOf(quarter));
    blocks.setBestOfQuarter(block, quarter, found);
    return found;
  }

  /** The best of some nodes of a block, found by looking at each. */
  private int scan(int block, long nodes) {
    int first = blocks.place(block) << 6;
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
   * The best of its nodes in a range that may go on from the last index to the first, or {@link
   * #NONE}.
   *
   * @param from the lowest index of the first part
   * @param below the lowest above it that is not meant
   * @param secondBelow the lowest index that the second part has not, which begins with 0
   */
  int best(int from, int below, int secondBelow) {
    bestSeen = NONE;
    look(from, below);
    if (secondBelow > 0) {
      look(0, secondBelow);
    }
    return bestSeen;
  }

  private void look(int from, int below) {
    int first = blocks.from(from >>> 6);
    int last = blocks.from(below >>> 6);
    boolean cut = first < last && (from & 63) != 0 && blocks.place(first) == from >>> 6;
    int whole = cut ? first + 1 : first;
    if (whole < last) {
      int best = bestBlock(whole, last);
      if (surpasses(best)) {
        see(best);
      }
    }
    // Those at the ends come last: mostly they have nothing better than others have.
    if (cut) {
      lookAtPart(first, from, below);
    }
    if (last < blocks.size() && blocks.place(last) == below >>> 6) {
      lookAtPart(last, from, below);
    }
  }

  /** Looks for a better node among those of a block that are between two indices. */
  private void lookAtPart(int block, int from, int below) {
    findBest(block);
    if (!surpasses(block)) {
      return;
    }
    int best = blocks.best(block);
    if (best >= from && best < below) {
      see(block);
      return;
    }
    long nodes = blocks.between(block, from, below);
    int found = bestSeen;
    for (int quarter = 0; quarter < BlockTable.QUARTERS; quarter++) {
      long some = nodes & BlockTable.nodesOf(quarter);
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

  /** Whether the best of a block, which is known, is better than the best so far. */
  private boolean surpasses(int block) {
    if (bestSeen == NONE || blocks.bestTotal(block) != mostSeen) {
      return bestSeen == NONE || blocks.bestTotal(block) > mostSeen;
    }
    int rank = blocks.bestRank(block);
    return rank == rankSeen
        ? ties.wins(blocks.best(block), bestSeen)
        : Integer.compareUnsigned(rank, rankSeen) < 0;
  }

  private void see(int block) {
    bestSeen = blocks.best(block);
    mostSeen = blocks.bestTotal(block);
    rankSeen = blocks.bestRank(block);
  }

  /** How many of its nodes are between two indices. */
  int count(int from, int below) {
    return ~nth(Integer.MAX_VALUE, from, below);
  }

  /**
   * Adds its nodes to others.
   *
   * @param first the place of the first word of the others: 64 nodes in a row
   */
  void addTo(long[] others, int first) {
    for (int block = blocks.from(first);
        block < blocks.size() && blocks.place(block) < first + others.length;
        block++) {
      others[blocks.place(block) - first] |= blocks.word(block);
    }
  }
}
