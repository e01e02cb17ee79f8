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
 * so that nothing is left in its place. Things lie far apart in memory, and their keys elsewhere:
 * the hashes of the keys are kept in a row, so that hardly any but the wanted thing is looked at.
 *
 * @param <V> things, whose keys never change
 */
public final class KeyTable<V> {

  private static final int LEAST_CAPACITY = 16;
  private static final int MANY = 4096;

  /** In place of a hash: no thing is there. */
  private static final int EMPTY = 0;

  private final Function<? super V, String> key;
  private @Nullable Object[] slots = new @Nullable Object[LEAST_CAPACITY];
  private int[] hashes = new int[LEAST_CAPACITY];
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
    if (hashes[slot] == EMPTY) {
      size++;
      if (4 * size > 3 * slots.length) {
        // Small ones by more, so that one that becomes large is made anew less often.
        resize(slots.length < MANY ? 4 * slots.length : 2 * slots.length);
        slot = slot(own);
      }
      hashes[slot] = hash(own);
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
    int next = next(gap);
    for (int hash = hashes[next]; hash != EMPTY; hash = hashes[next]) {
      // Whether the way from its home to where it is leads over the gap.
      if (((next - home(hash)) & mask) >= ((next - gap) & mask)) {
        slots[gap] = slots[next];
        hashes[gap] = hash;
        gap = next;
      }
      next = next(next);
    }
    slots[gap] = null;
    hashes[gap] = EMPTY;
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
    int hash = hash(wanted);
    int slot = home(hash);
    while (hashes[slot] != EMPTY && !(hashes[slot] == hash && isAt(slot, wanted))) {
      slot = next(slot);
    }
    return slot;
  }

  private boolean isAt(int slot, String wanted) {
    V value = at(slot);
    return value != null && key.apply(value).equals(wanted);
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }

  private static int hash(String wanted) {
    // Names that differ in a digit have hashes in a row; multiplied, they are far apart.
    int hash = wanted.hashCode() * 0x9E3779B9;
    return hash == EMPTY ? 1 : hash;
  }

  /** Where the thing of a key with this hash would be if no other were there. */
  private int home(int hash) {
    return hash >>> Integer.numberOfLeadingZeros(slots.length - 1);
  }

  private void resize(int capacity) {
    @Nullable Object[] before = slots;
    int[] hashesBefore = hashes;
    slots = new @Nullable Object[capacity];
    hashes = new int[capacity];
    for (int i = 0; i < before.length; i++) {
      if (hashesBefore[i] != EMPTY) {
        move(before[i], hashesBefore[i]);
      }
    }
  }

  /** Puts in a thing whose key no other has. */
  private void move(@Nullable Object value, int hash) {
    int slot = home(hash);
    while (hashes[slot] != EMPTY) {
      slot = next(slot);
    }
    slots[slot] = value;
    hashes[slot] = hash;
  }
}
