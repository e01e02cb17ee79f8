package io.merapi.kube.table;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Things by their keys, which they know themselves; used by one thread.
 *
 * <p>Implementation note: a hash table with open addressing, at most three quarters full, and no
 * less than an eighth, so that it is walked over at little cost. There is no object for an entry,
 * which would take 32 bytes in a map of the JDK. What is behind a thing that is removed moves up,
 * so that nothing is left in its place.
 *
 * @param <V> things, whose keys never change
 */
public final class KeyTable<V> {

  private static final int LEAST_CAPACITY = 16;
  private static final int MANY = 4096;

  private final Function<? super V, String> key;
  private @Nullable Object[] slots = new @Nullable Object[LEAST_CAPACITY];
  private int size;

  /**
   * An empty table.
   *
   * @param key tells the key of a thing
   */
  public KeyTable(Function<? super V, String> key) {
    this.key = key;
  }

  public int size() {
    return size;
  }

  /** The thing of a key; null where there is none. */
  public @Nullable V get(String wanted) {
    return at(slot(wanted));
  }

  /** Puts a thing in, in the place of one of the same key. */
  public void put(V value) {
    String own = key.apply(value);
    int slot = slot(own);
    if (slots[slot] == null) {
      size++;
      if (4 * size > 3 * slots.length) {
        // Small ones by more, so that one that becomes large is made anew less often.
        resize(slots.length < MANY ? 4 * slots.length : 2 * slots.length);
        slot = slot(own);
      }
    }
    slots[slot] = value;
  }

  /** Takes the thing of a key out and gives it; null where there is none. */
  public @Nullable V remove(String unwanted) {
    int gap = slot(unwanted);
    V removed = at(gap);
    if (removed == null) {
      return null;
    }
    size--;
    int mask = slots.length - 1;
    int next = (gap + 1) & mask;
    for (V value = at(next); value != null; value = at(next)) {
      int home = home(key.apply(value));
      // Whether the way from its home to where it is leads over the gap.
      if (((next - home) & mask) >= ((next - gap) & mask)) {
        slots[gap] = value;
        gap = next;
      }
      next = (next + 1) & mask;
    }
    slots[gap] = null;
    if (8 * size < slots.length && slots.length > LEAST_CAPACITY) {
      resize(slots.length / 2);
    }
    return removed;
  }

  /** All of them, in no particular order. */
  @SuppressWarnings("unchecked") // nothing else is put in
  public Stream<V> stream() {
    return Arrays.stream(slots).filter(Objects::nonNull).map(value -> (V) value);
  }

  @SuppressWarnings("unchecked") // nothing else is put in
  private @Nullable V at(int slot) {
    return (V) slots[slot];
  }

  /** Where the thing of a key is, or would be. */
  private int slot(String wanted) {
    int slot = home(wanted);
    for (V value = at(slot); value != null && !key.apply(value).equals(wanted); value = at(slot)) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  /** Where the thing of a key would be if no other were there. */
  private int home(String wanted) {
    // Names that differ in a digit have hashes in a row; multiplied, they are far apart.
    return (wanted.hashCode() * 0x9E3779B9) >>> Integer.numberOfLeadingZeros(slots.length - 1);
  }

  private void resize(int capacity) {
    @Nullable Object[] before = slots;
    slots = new @Nullable Object[capacity];
    for (Object value : before) {
      if (value != null) {
        move(value);
      }
    }
  }

  @SuppressWarnings("unchecked") // nothing else is put in
  private void move(Object value) {
    slots[slot(key.apply((V) value))] = value;
  }
}
