package io.merapi.kube.placement;

/**
 * How much may be remembered of classes of pods, so that nodes need not be asked about each pod.
 * What is decided does not depend on it.
 *
 * @param bytes what all classes may take together, by an estimate for each
 * @param leastClasses so many in any case: what is used by turns is worth keeping, whatever it
 *     takes
 */
public record ClassMemory(long bytes, int leastClasses) {

  /** What a scheduler has that is told nothing else. */
  public static final ClassMemory DEFAULT = new ClassMemory(200L << 20, 8);

  /** What is remembered of a class however few nodes there are, of the order of this. */
  private static final long BYTES_PER_CLASS = 4096;

  /** The part of the heap that a scheduler may remember classes in. */
  private static final int SHARE_OF_HEAP = 4;

  /** The part that is left to it of a heap so small that its share would be below the default. */
  private static final int SHARE_OF_SMALL_HEAP = 3;

  /**
   * A share of the heap, and not less than the default where that leaves enough for all else.
   *
   * @param heapBytes the most that the heap may grow to
   */
  public static ClassMemory ofHeap(long heapBytes) {
    long least = Math.min(DEFAULT.bytes, heapBytes / SHARE_OF_SMALL_HEAP);
    return new ClassMemory(Math.max(least, heapBytes / SHARE_OF_HEAP), DEFAULT.leastClasses);
  }

  /**
   * What a class takes, as far as that can be said.
   *
   * @param bytesPerNode what is kept of it for each node
   */
  public static long estimate(int nodes, int bytesPerNode) {
    return BYTES_PER_CLASS + (long) bytesPerNode * nodes;
  }

  /** What each of several has of it. */
  public ClassMemory dividedBy(int several) {
    return new ClassMemory(bytes / several, leastClasses);
  }
}
