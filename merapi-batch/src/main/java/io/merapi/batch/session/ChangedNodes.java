package io.merapi.batch.session;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * Which nodes of a list have changed, in order: in sessions, and from one session to the next. Used
 * by one thread.
 *
 * <p>Whoever keeps something of nodes remembers how far it has read, and reads on from there. The
 * object is another one as soon as a node has come or gone, so that places in the list mean others.
 */
public final class ChangedNodes {

  private int[] changed = new int[64];
  private int size;

  /** How many changes, the earliest, are not known any more. */
  private long forgotten;

  private int factChanges;

  void note(int node) {
    if (size == changed.length) {
      changed = Arrays.copyOf(changed, 2 * size);
    }
    changed[size++] = node;
  }

  /** Takes note that any node may have changed: what has since an earlier time is not known. */
  void noteAll() {
    forgotten += size + 1;
    size = 0;
  }

  /** Takes note that something else of nodes is different than the tasks on them. */
  void noteFacts() {
    factChanges++;
  }

  /** Forgets changes but for so many, the latest, where that is worth the while. */
  void keepLatest(int most) {
    int surplus = size - most;
    if (surplus > most) {
      changed = Arrays.copyOfRange(changed, surplus, size);
      size = most;
      forgotten += surplus;
    }
  }

  /** How many changes there were. */
  public long count() {
    return forgotten + size;
  }

  /** Whether all changes are known since there were so many. */
  public boolean knowsSince(long count) {
    return count >= forgotten;
  }

  /** Tells the places of nodes that changed since there were so many changes, some maybe twice. */
  public void since(long count, IntConsumer action) {
    for (long i = count; i < count(); i++) {
      action.accept(at(i));
    }
  }

  /** The place of the node of a change, counted from the first; some nodes come more than once. */
  public int at(long count) {
    return changed[Math.toIntExact(Objects.checkIndex(count - forgotten, (long) size))];
  }

  /** How many times something else of nodes was different than the tasks on them. */
  public int factChanges() {
    return factChanges;
  }
}
