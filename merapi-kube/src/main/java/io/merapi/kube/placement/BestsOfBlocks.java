package io.merapi.kube.placement;

import java.util.Arrays;

/**
 * The best node of all blocks of a {@link NodeBlocks}; used by one thread.
 *
 * <p>Implementation note: a tree above the blocks, eight by eight. What is best below a place is
 * remembered once it was asked for, until that node leaves, and then looked for among the eight
 * below it: a change costs no more than eight comparisons for each level.
 */
final class BestsOfBlocks {

  private static final int SHIFT = 3;

  private final NodeBlocks blocks;

  /** From the lowest level to the highest, which has one place. */
  private int[][] bests;

  /**
   * Knows none yet.
   *
   * @param last the place of the last block
   */
  BestsOfBlocks(NodeBlocks blocks, int last) {
    this.blocks = blocks;
    int levels = 1;
    while (last >>> (SHIFT * levels) > 0) {
      levels++;
    }
    bests = new int[levels][];
    for (int level = 0; level < levels; level++) {
      bests[level] = new int[(last >>> (SHIFT * (level + 1))) + 1];
      Arrays.fill(bests[level], NodeBlocks.UNKNOWN);
    }
  }

  /**
   * Takes note of a node that was added.
   *
   * @param block the place of its block
   */
  void added(int node, int block) {
    while (block >>> (SHIFT * bests.length) > 0) {
      addLevel();
    }
    for (int level = 0; level < bests.length; level++) {
      int place = block >>> (SHIFT * (level + 1));
      if (place >= bests[level].length) {
        lengthen(level, place + 1);
      }
      int before = bests[level][place];
      bests[level][place] = blocks.withAdded(before, node);
      if (NodeBlocks.stays(before, bests[level][place])) {
        return;
      }
    }
  }

  private void addLevel() {
    bests = Arrays.copyOf(bests, bests.length + 1);
    bests[bests.length - 1] = bests[bests.length - 2].clone();
  }

  private void lengthen(int level, int least) {
    int[] before = bests[level];
    int[] longer = Arrays.copyOf(before, Math.max(least, 2 * before.length));
    Arrays.fill(longer, before.length, longer.length, NodeBlocks.NONE);
    bests[level] = longer;
  }

  /**
   * Takes note of a node that was removed.
   *
   * @param block the place of its block
   */
  void removed(int node, int block) {
    for (int level = 0; level < bests.length; level++) {
      int place = block >>> (SHIFT * (level + 1));
      bests[level][place] = NodeBlocks.withoutRemoved(bests[level][place], node);
      if (bests[level][place] != NodeBlocks.UNKNOWN) {
        // Some other node of these is better, and no less among more.
        return;
      }
    }
  }

  /** The best node, or {@link NodeBlocks#NONE}. */
  int best() {
    return best(bests.length - 1, 0);
  }

  private int best(int level, int place) {
    int[] ofLevel = bests[level];
    if (ofLevel[place] == NodeBlocks.UNKNOWN) {
      ofLevel[place] =
          level == 0
              ? blocks.bestOfBlocks(place << SHIFT, (place + 1) << SHIFT)
              : bestBelow(level, place << SHIFT);
    }
    return ofLevel[place];
  }

  private int bestBelow(int level, int first) {
    int found = NodeBlocks.NONE;
    int end = Math.min(first + (1 << SHIFT), bests[level - 1].length);
    for (int place = first; place < end; place++) {
      found = blocks.better(found, best(level - 1, place));
    }
    return found;
  }
}
