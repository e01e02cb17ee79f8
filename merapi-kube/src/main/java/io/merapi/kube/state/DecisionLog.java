package io.merapi.kube.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was decided last and what was taken back of it; safe for use by several threads.
 *
 * <p>Whoever wants to know what is new keeps its position here. After more decisions than are kept
 * it must take it that anything was decided.
 *
 * @param <T> what a decision is about
 */
public final class DecisionLog<T> {

  private static final int KEPT = 1 << 12;

  private final List<T> ring = new ArrayList<>();
  private volatile long position;

  /** Notes a decision; to be called after it shows. */
  public synchronized void add(T decision) {
    if (position < KEPT) {
      ring.add(decision);
    } else {
      ring.set((int) (position % KEPT), decision);
    }
    position++;
  }

  /** Where the decisions end that are known now. */
  public long position() {
    return position;
  }

  /** The decisions from one position up to another; null where they are no longer all known. */
  public synchronized @Nullable List<T> between(long from, long to) {
    if (position - from > KEPT) {
      return null;
    }
    var decisions = new ArrayList<T>();
    for (long at = from; at < to; at++) {
      decisions.add(ring.get((int) (at % KEPT)));
    }
    return decisions;
  }
}
