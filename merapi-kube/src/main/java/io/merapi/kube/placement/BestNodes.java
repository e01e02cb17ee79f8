package io.merapi.kube.placement;

/**
 * Nodes with totals, of which the best is wanted: of all, or of a range. Used by one thread.
 *
 * <p>The outcome depends on what is in only, not on the order in which it came: ties are decided by
 * a {@link TieOrder}, which by a {@link TieBreak} is the same for the same seed.
 */
public final class BestNodes {

  /** No node. */
  public static final int NONE = NodeBlocks.NONE;

  private final NodeColumn totals = new NodeColumn(0);
  private final NodeBlocks blocks;

  /**
   * None yet, which takes no room.
   *
   * @param most how many nodes there are outside
   */
  public BestNodes(TieOrder ties, int most) {
    totals.reserve(most);
    blocks = new NodeBlocks(totals, ties);
  }

  public boolean contains(int node) {
    return blocks.contains(node);
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
    return totals.get(node);
  }

  /**
   * Puts a node in, or gives it another total; also to be called where the node's place in the
   * order of ties has changed, as when another node has taken over its index.
   */
  public void put(int node, long total) {
    remove(node);
    totals.set(node, total);
    blocks.add(node);
  }

  /** Takes a node out, if it is in. */
  public void remove(int node) {
    if (blocks.contains(node)) {
      blocks.remove(node);
    }
  }

  /** The best node, or {@link #NONE} where no node is in. */
  public int best() {
    return blocks.best();
  }

  /**
   * The best of the nodes in a range that may go on from the last index to the first, or {@link
   * #NONE} where none of it is in.
   *
   * @param from the lowest index of the first part
   * @param below the lowest above it that is not meant
   * @param secondBelow the lowest index that the second part has not, which begins with 0
   */
  public int best(int from, int below, int secondBelow) {
    return blocks.best(from, below, secondBelow);
  }
}
