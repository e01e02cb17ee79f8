package io.merapi.kube.placement;

import java.util.Arrays;

/**
 * What a {@link NodeBlocks} keeps of its blocks: 64 nodes in a row each, blocks without a node take
 * no room. Used by one thread.
 *
 * <p>Implementation note: all that is kept of a block lies together, and blocks lie in the order of
 * their nodes. A decision touches a few blocks of many classes, most of which the processor has not
 * at hand: what counts is how many lines of memory it waits for.
 */
final class BlockTable {

  /** How many parts of a block have a best of their own. */
  static final int QUARTERS = 4;

  private static final int SEVERAL = 16;

  /** A block takes so many longs. */
  private static final int SHIFT = 2;

  // What they say: which nodes are in; what the best of these has; in the halves of one, the rank
  // of that node, so that a lower number is a better one, and which it is; in the halves of the
  // last, the place, and a byte for the best of each quarter.
  private static final int WORD = 0;
  private static final int TOTAL = 1;
  private static final int BEST = 2;
  private static final int REST = 3;

  private static final long HALF = 0xFFFF_FFFFL;

  private long[] cells = new long[1 << SHIFT];
  private int size;

  /** So many blocks, from the first on, are where their places say; the next one is not. */
  private int leading;

  /** How many blocks there are. */
  int size() {
    return size;
  }

  /** Where a block is, or, below 0, what {@link Arrays#binarySearch} says of where it would be. */
  int find(int place) {
    // Most often there is a block at every place.
    return place < leading ? place : search(place);
  }

  private int search(int place) {
    int low = leading;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (place(middle) < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < size && place(low) == place ? low : ~low;
  }

  /** The first block that is not before a place. */
  int from(int place) {
    int block = find(place);
    return block < 0 ? ~block : block;
  }

  /**
   * Makes room for a block without nodes.
   *
   * @param block where it is to be
   * @param most how many nodes there may be
   */
  void insert(int block, int place, int most) {
    if (size << SHIFT == cells.length) {
      // Where there are nodes in several blocks, sooner or later there are some in most.
      int roomier = size < SEVERAL ? 4 * size : Math.max(size + size / 2, (most >>> 6) + 1);
      cells = Arrays.copyOf(cells, roomier << SHIFT);
    }
    move(block, block + 1, size - block);
    size++;
    int cell = block << SHIFT;
    cells[cell + BEST] = NodeBlocks.NONE;
    cells[cell + WORD] = 0;
    // A byte of ones for each quarter is NONE.
    cells[cell + REST] = (long) place << Integer.SIZE | HALF;
    while (leading < size && written(leading) == leading) {
      leading++;
    }
  }

  void drop(int block) {
    move(block + 1, block, size - block - 1);
    size--;
    leading = Math.min(leading, block);
  }

  private void move(int from, int to, int count) {
    System.arraycopy(cells, from << SHIFT, cells, to << SHIFT, count << SHIFT);
  }

  /** The index of its first node, divided by 64. */
  int place(int block) {
    return block < leading ? block : written(block);
  }

  private int written(int block) {
    return (int) (cells[(block << SHIFT) + REST] >>> Integer.SIZE);
  }

  /** Which of its nodes are in, a bit for each. */
  long word(int block) {
    return cells[(block << SHIFT) + WORD];
  }

  /** Those that are between two indices. */
  long between(int block, int from, int below) {
    int first = place(block) << 6;
    return NodeSet.between(word(block), from - first, below - first);
  }

  void put(int block, int node) {
    cells[(block << SHIFT) + WORD] |= 1L << node;
  }

  void take(int block, int node) {
    cells[(block << SHIFT) + WORD] &= ~(1L << node);
  }

  /** The best node of a block; {@link NodeBlocks#UNKNOWN} where it must be looked for. */
  int best(int block) {
    return (int) cells[(block << SHIFT) + BEST];
  }

  /** What the best node of a block has, which is known. */
  long bestTotal(int block) {
    return cells[(block << SHIFT) + TOTAL];
  }

  /** The rank of the best node of a block, which is known. */
  int bestRank(int block) {
    return (int) (cells[(block << SHIFT) + BEST] >>> Integer.SIZE) ^ Integer.MIN_VALUE;
  }

  /**
   * The best node of some blocks in a row; there must be one, and all bests must be known.
   *
   * <p>Implementation note: no branch goes now one way, now the other, unless ranks are equal.
   */
  int bestOf(int first, int end, TieOrder ties) {
    long[] all = cells;
    long most = Long.MIN_VALUE;
    for (int cell = first << SHIFT; cell < end << SHIFT; cell += 1 << SHIFT) {
      most = Math.max(most, all[cell + TOTAL]);
    }
    long best = Long.MAX_VALUE;
    for (int cell = first << SHIFT; cell < end << SHIFT; cell += 1 << SHIFT) {
      long less = all[cell + TOTAL] ^ most;
      // All ones where it has less.
      long mask = (less | -less) >> (Long.SIZE - 1);
      long other = (all[cell + BEST] & ~mask) | (mask & Long.MAX_VALUE);
      // Nothing but ones in the lower half stands for no node.
      long apart = ((other ^ best) & ~HALF) | ((other | best) & Integer.MIN_VALUE & HALF);
      if (apart != 0) {
        best = Math.min(best, other);
      } else if (ties.wins((int) other, (int) best)) {
        best = other;
      }
    }
    return (int) best;
  }

  void setBest(int block, int node, long total, int rank) {
    cells[(block << SHIFT) + TOTAL] = total;
    cells[(block << SHIFT) + BEST] = (long) (rank ^ Integer.MIN_VALUE) << Integer.SIZE | node;
  }

  /** The best node of a block is no longer known. */
  void loseBest(int block) {
    cells[(block << SHIFT) + BEST] = NodeBlocks.UNKNOWN;
  }

  /** The quarter of a block that a node is in. */
  static int quarter(int node) {
    return (node >>> 4) & (QUARTERS - 1);
  }

  /** The nodes of a quarter, a bit for each. */
  static long nodesOf(int quarter) {
    return 0xFFFFL << (16 * quarter);
  }

  /** The best node of a quarter, or what is said instead of one. */
  int bestOfQuarter(int block, int quarter) {
    long rest = cells[(block << SHIFT) + REST];
    byte said = (byte) (rest >>> (Byte.SIZE * quarter));
    return said < 0 ? said : (place(block) << 6) + said;
  }

  void setBestOfQuarter(int block, int quarter, int node) {
    long said = (node < 0 ? node : node & 63) & 0xFFL;
    int shift = Byte.SIZE * quarter;
    int cell = (block << SHIFT) + REST;
    cells[cell] = (cells[cell] & ~(0xFFL << shift)) | said << shift;
  }
}
