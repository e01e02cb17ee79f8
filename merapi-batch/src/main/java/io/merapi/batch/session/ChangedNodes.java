package io.merapi.batch.session;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * Which nodes a session has changed so far, in order; used by one thread.
 *
 * <p>Whoever keeps something of nodes remembers how far it has read, and reads on from there.
 */
public final class ChangedNodes {

  private int[] changed = new int[64];
  private int size;

  void note(int node) {
    if (size == changed.length) {
      changed = Arrays.copyOf(changed, 2 * size);
    }
    changed[size++] = node;
  }

  /** How many changes there were. */
  public int count() {
    return size;
  }

  /** Tells the places of nodes that changed since there were so many changes, some maybe twice. */
  public void since(int count, IntConsumer action) {
    for (int i = count; i < size; i++) {
      action.accept(changed[i]);
    }
  }

  /** The place of the node of a change, counted from the first; some nodes come more than once. */
  public int at(int count) {
    return changed[Objects.checkIndex(count, size)];
  }
}
