package io.merapi.batch.session;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Which nodes of a list have changed, and in which order last: in sessions, and from one session to
 * the next. Used by one thread.
 *
 * <p>Whoever keeps something of nodes remembers how many changes there had been when it last read,
 * and is told of each node once that has changed since, however long ago that was. The object is
 * another one as soon as a node has come or gone, so that places in the list mean others.
 *
 * <p>Implementation note: a list of nodes by their latest changes, linked both ways. A change takes
 * a node to its end, and it is read from there.
 */
public final class ChangedNodes {

  private static final int NONE = -1;

  /** By node, how many changes there were with its latest; none where it never changed. */
  private long[] latest = {};

  /** By node, the one that changed before it and not since. */
  private int[] before = {};

  /** By node, the one that changed next and not since. */
  private int[] after = {};

  /** The node that changed last. */
  private int last = NONE;

  private long count;
  private int factChanges;
  private final int nodes;

  /**
   * No changes yet, and no room for any before the first.
   *
   * @param nodes how many there are, as far as that is known
   */
  ChangedNodes(int nodes) {
    this.nodes = nodes;
  }

  void note(int node) {
    if (node >= latest.length) {
      grow(Math.max(Math.max(node + 1, nodes), 2 * latest.length));
    }
    if (node != last) {
      if (latest[node] > 0) {
        unlink(node);
      }
      append(node);
    }
    latest[node] = ++count;
  }

  private void grow(int room) {
    latest = Arrays.copyOf(latest, room);
    before = Arrays.copyOf(before, room);
    after = Arrays.copyOf(after, room);
  }

  /** Takes out a node that is not the last. */
  private void unlink(int node) {
    before[after[node]] = before[node];
    if (before[node] != NONE) {
      after[before[node]] = after[node];
    }
  }

  private void append(int node) {
    before[node] = last;
    after[node] = NONE;
    if (last != NONE) {
      after[last] = node;
    }
    last = node;
  }

  /** Takes note that something else of nodes is different than the tasks on them. */
  void noteFacts() {
    factChanges++;
  }

  /** How many changes there were. */
  public long count() {
    return count;
  }

  /** Tells the place of each node that has changed since there were so many changes. */
  public void since(long changes, IntConsumer action) {
    for (int node = last; node != NONE && latest[node] > changes; node = before[node]) {
      action.accept(node);
    }
  }

  /** How many times something else of nodes was different than the tasks on them. */
  public int factChanges() {
    return factChanges;
  }
}
