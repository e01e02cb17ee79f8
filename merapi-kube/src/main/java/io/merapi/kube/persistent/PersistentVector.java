package io.merapi.kube.persistent;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sequence whose changes share structure.
 *
 * <p>Implementation note: a radix trie of 32-way arrays, all leaves at one depth (as in Bagwell and
 * Rompf, "RRB-Trees", without the relaxation). Reading and changing an element cost O(log32 n); a
 * change copies one array per level that its {@link Edit} has not made itself. A place may be empty
 * ({@code null}).
 */
public final class PersistentVector<T> {

  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;
  private static final PersistentVector<?> EMPTY =
      new PersistentVector<>(new Level(Edit.NONE, new Object[0]), 0, 0);

  private final Level root;
  private final int shift;
  private final int size;

  private PersistentVector(Level root, int shift, int size) {
    this.root = root;
    this.shift = shift;
    this.size = size;
  }

  @SuppressWarnings("unchecked") // an empty vector holds nothing of any type
  public static <T> PersistentVector<T> empty() {
    return (PersistentVector<T>) EMPTY;
  }

  public int size() {
    return size;
  }

  @SuppressWarnings("unchecked") // leaves hold elements
  public @Nullable T get(int index) {
    checkIndex(index, size);
    Level level = root;
    for (int bits = shift; bits > 0; bits -= BITS) {
      level = level.child((index >>> bits) & (WIDTH - 1));
    }
    return (T) level.slots[index & (WIDTH - 1)];
  }

  /** The vector with one element set; an index equal to the size appends. */
  public PersistentVector<T> with(int index, @Nullable T value) {
    return with(index, value, Edit.NONE);
  }

  /** The vector with one element set, in place where the edit allows. */
  public PersistentVector<T> with(int index, @Nullable T value, Edit edit) {
    checkIndex(index, size + 1);
    int newSize = Math.max(size, index + 1);
    if (newSize > WIDTH << shift) {
      var taller = new Level(edit, root);
      return new PersistentVector<>(
          taller.with(edit, shift + BITS, index, value), shift + BITS, newSize);
    }
    Level changed = root.with(edit, shift, index, value);
    return changed == root && newSize == size
        ? this
        : new PersistentVector<>(changed, shift, newSize);
  }

  /** Tells each index whose element is not the same object as before, in ascending order. */
  public void forEachChange(PersistentVector<T> before, IntConsumer action) {
    int top = Math.max(shift, before.shift);
    compare(raised(before, top), raised(this, top), top, 0, action);
  }

  /** The root as a vector of more levels would have it. */
  private static Level raised(PersistentVector<?> vector, int shift) {
    Level level = vector.root;
    for (int bits = vector.shift; bits < shift; bits += BITS) {
      level = new Level(Edit.NONE, level);
    }
    return level;
  }

  @SuppressWarnings("ReferenceEquality") // identity is what tells shared parts
  private static void compare(
      @Nullable Level before, @Nullable Level after, int bits, int first, IntConsumer action) {
    if (before == after) {
      return;
    }
    int width = Math.max(before == null ? 0 : before.width(), after == null ? 0 : after.width());
    for (int at = 0; at < width; at++) {
      Object old = before == null || at >= before.width() ? null : before.slots[at];
      Object now = after == null || at >= after.width() ? null : after.slots[at];
      int index = first + (at << bits);
      if (bits > 0) {
        compare((Level) old, (Level) now, bits - BITS, index, action);
      } else if (old != now) {
        action.accept(index);
      }
    }
  }

  private static void checkIndex(int index, int bound) {
    if (index < 0 || index >= bound) {
      throw new IndexOutOfBoundsException(
          "index (%d) must be at least 0 and below %d".formatted(index, bound));
    }
  }

  @Override
  public String toString() {
    var text = new StringBuilder("[");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(get(i));
    }
    return text.append(']').toString();
  }

  /** One array of the trie, of elements at the bottom and of levels above; no other level's. */
  private static final class Level {

    private final Edit owner;
    private @Nullable Object[] slots;

    Level(Edit owner, @Nullable Object... slots) {
      this.owner = owner;
      this.slots = slots;
    }

    int width() {
      return slots.length;
    }

    Level child(int at) {
      if (slots[at] instanceof Level child) {
        return child;
      }
      throw new AssertionError("a level above the leaves must hold levels");
    }

    Level with(Edit edit, int bits, int index, @Nullable Object value) {
      int at = (index >>> bits) & (WIDTH - 1);
      if (bits == 0) {
        return set(edit, at, value);
      }
      Level below = at < width() ? child(at) : new Level(edit);
      return set(edit, at, below.with(edit, bits - BITS, index, value));
    }

    private Level set(Edit edit, int at, @Nullable Object value) {
      Level changed = edit.owns(owner) ? this : new Level(edit, slots.clone());
      if (at >= changed.width()) {
        changed.slots = Arrays.copyOf(changed.slots, at + 1);
      }
      changed.slots[at] = value;
      return changed;
    }
  }
}
