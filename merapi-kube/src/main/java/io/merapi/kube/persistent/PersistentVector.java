package io.merapi.kube.persistent;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sequence whose changes share structure.
 *
 * <p>Implementation note: a radix trie of 32-way arrays, all leaves at one depth (as in Bagwell and
 * Rompf, "RRB-Trees", without the relaxation). Reading and changing an element cost O(log32 n); a
 * change copies one array per level. A place may be empty ({@code null}).
 */
public final class PersistentVector<T> {

  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;
  private static final PersistentVector<?> EMPTY = new PersistentVector<>(new Object[0], 0, 0);

  private final @Nullable Object[] root;
  private final int shift;
  private final int size;

  private PersistentVector(@Nullable Object[] root, int shift, int size) {
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
    @Nullable Object[] level = root;
    for (int bits = shift; bits > 0; bits -= BITS) {
      level = child(level, (index >>> bits) & (WIDTH - 1));
    }
    return (T) level[index & (WIDTH - 1)];
  }

  /** The vector with one element set; an index equal to the size appends. */
  public PersistentVector<T> with(int index, @Nullable T value) {
    checkIndex(index, size + 1);
    int newSize = Math.max(size, index + 1);
    if (newSize > WIDTH << shift) {
      @Nullable Object[] taller = {root};
      return new PersistentVector<>(set(taller, shift + BITS, index, value), shift + BITS, newSize);
    }
    return new PersistentVector<>(set(root, shift, index, value), shift, newSize);
  }

  private static @Nullable Object[] set(
      @Nullable Object[] level, int bits, int index, @Nullable Object value) {
    int at = (index >>> bits) & (WIDTH - 1);
    @Nullable Object[] changed = Arrays.copyOf(level, Math.max(level.length, at + 1));
    if (bits == 0) {
      changed[at] = value;
    } else {
      @Nullable Object[] below = at < level.length ? child(level, at) : new Object[0];
      changed[at] = set(below, bits - BITS, index, value);
    }
    return changed;
  }

  private static @Nullable Object[] child(@Nullable Object[] level, int at) {
    if (level[at] instanceof Object[] child) {
      return child;
    }
    throw new AssertionError("a level above the leaves must hold arrays");
  }

  /** Tells each index whose element is not the same object as before, in ascending order. */
  public void forEachChange(PersistentVector<T> before, IntConsumer action) {
    int top = Math.max(shift, before.shift);
    compare(raised(before, top), raised(this, top), top, 0, action);
  }

  /** The root as a vector of more levels would have it. */
  private static @Nullable Object[] raised(PersistentVector<?> vector, int shift) {
    @Nullable Object[] level = vector.root;
    for (int bits = vector.shift; bits < shift; bits += BITS) {
      level = new Object[] {level};
    }
    return level;
  }

  @SuppressWarnings("ReferenceEquality") // identity is what tells shared parts
  private static void compare(
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      int bits,
      int first,
      IntConsumer action) {
    if (before == after) {
      return;
    }
    int width = Math.max(before == null ? 0 : before.length, after == null ? 0 : after.length);
    for (int at = 0; at < width; at++) {
      Object old = before == null || at >= before.length ? null : before[at];
      Object now = after == null || at >= after.length ? null : after[at];
      int index = first + (at << bits);
      if (bits > 0) {
        compare((@Nullable Object[]) old, (@Nullable Object[]) now, bits - BITS, index, action);
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
}
