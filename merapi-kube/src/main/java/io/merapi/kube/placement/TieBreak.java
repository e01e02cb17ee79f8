package io.merapi.kube.placement;

/**
 * The order among nodes that are equally good: arbitrary but the same for one seed, whatever the
 * machine, the threads or the order in which nodes came.
 *
 * <p>Differs from upstream: there one of them is drawn at random. The order belongs to the node and
 * not to the pod, so that a best node can be kept up to date instead of being drawn anew.
 */
public record TieBreak(long seed) {

  /** The place of a node in the order; of two nodes the one with the lower rank wins. */
  public long rank(String nodeName) {
    return mix(seed ^ mix(nodeName.hashCode()));
  }

  /** Whether the first of two equally good nodes wins. */
  public boolean wins(String first, String second) {
    int order = Long.compareUnsigned(rank(first), rank(second));
    return order != 0 ? order < 0 : first.compareTo(second) < 0;
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
