package io.merapi.kube.state;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The indices of the nodes of one state that changed last; used by one thread.
 *
 * <p>Whoever wants to know what has changed keeps its position here. After more changes than are
 * kept it must compare all nodes.
 */
public final class NodeLog {

  private static final int KEPT = 1 << 14;

  private int[] ring = new int[64];
  private long position;

  /** Of nothing yet. */
  public NodeLog() {}

  /** Notes that a node has changed. */
  public void add(int index) {
    if (position == ring.length && ring.length < KEPT) {
      ring = Arrays.copyOf(ring, 2 * ring.length);
    }
    ring[(int) (position++ % ring.length)] = index;
  }

  /** Notes that any node may have changed: nobody knows what has since an earlier position. */
  public void addAll() {
    ring = ring.length < KEPT ? new int[KEPT] : ring;
    position += KEPT + 1;
  }

  /** Where the changes end that are known now. */
  public long position() {
    return position;
  }

  /** Whether it still knows what has changed since a position. */
  public boolean reachesBack(long to) {
    return position - to <= ring.length;
  }

  /** Tells the indices that changed from one position up to another, maybe more than once. */
  public void between(long from, long to, IntConsumer action) {
    for (long at = from; at < to; at++) {
      action.accept(ring[(int) (at % ring.length)]);
    }
  }
}
