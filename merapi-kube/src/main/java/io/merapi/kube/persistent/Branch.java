package io.merapi.kube.persistent;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A node that sends keys on by the next bits of their hash.
 *
 * <p>Its array holds the pairs of its own entries and after them its children, both in the order of
 * those bits; {@code entryMap} and {@code childMap} say which bits have which.
 */
final class Branch<K extends Comparable<K>, V> extends TrieNode<K, V> {

  static final Branch<?, ?> EMPTY = new Branch<String, Object>(0, 0, new Object[0]);

  final int entryMap;
  final int childMap;
  private final Object[] slots;

  private Branch(int entryMap, int childMap, Object[] slots) {
    this.entryMap = entryMap;
    this.childMap = childMap;
    this.slots = slots;
  }

  static <K extends Comparable<K>, V> TrieNode<K, V> pair(
      K key1, int hash1, V value1, K key2, int hash2, V value2, int shift) {
    int bit1 = bit(hash1, shift);
    int bit2 = bit(hash2, shift);
    if (bit1 == bit2) {
      var child = TrieNode.pair(key1, hash1, value1, key2, hash2, value2, shift + BITS);
      return new Branch<>(0, bit1, new Object[] {child});
    }
    return Integer.compareUnsigned(bit1, bit2) < 0
        ? new Branch<>(bit1 | bit2, 0, new Object[] {key1, value1, key2, value2})
        : new Branch<>(bit1 | bit2, 0, new Object[] {key2, value2, key1, value1});
  }

  private static int bit(int hash, int shift) {
    return 1 << ((hash >>> shift) & 31);
  }

  /** How many of the bits in a map stand below one. */
  private static int rank(int map, int bit) {
    return Integer.bitCount(map & (bit - 1));
  }

  /** The entry at a bit of {@link #entryMap}. */
  int entryAt(int bit) {
    return rank(entryMap, bit);
  }

  /** The child at a bit of {@link #childMap}. */
  TrieNode<K, V> childAt(int bit) {
    return child(childSlot(bit));
  }

  private int childSlot(int bit) {
    return Integer.bitCount(entryMap) * 2 + rank(childMap, bit);
  }

  @SuppressWarnings("unchecked") // slots behind the entries hold children
  private TrieNode<K, V> child(int slot) {
    return (TrieNode<K, V>) slots[slot];
  }

  @Override
  @Nullable V find(K key, int hash, int shift) {
    int bit = bit(hash, shift);
    if ((entryMap & bit) != 0) {
      int entry = entryAt(bit);
      return key(entry).equals(key) ? value(entry) : null;
    }
    return (childMap & bit) == 0 ? null : childAt(bit).find(key, hash, shift + BITS);
  }

  @Override
  TrieNode<K, V> with(K key, int hash, V value, int shift) {
    int bit = bit(hash, shift);
    if ((childMap & bit) != 0) {
      int slot = childSlot(bit);
      var child = child(slot).with(key, hash, value, shift + BITS);
      return new Branch<>(entryMap, childMap, Slots.set(slots, slot, child));
    }
    int entry = entryAt(bit);
    if ((entryMap & bit) == 0) {
      return new Branch<>(entryMap | bit, childMap, Slots.insertPair(slots, entry * 2, key, value));
    }
    K present = key(entry);
    if (present.equals(key)) {
      return new Branch<>(entryMap, childMap, Slots.set(slots, entry * 2 + 1, value));
    }
    var child =
        TrieNode.pair(
            present, PersistentMap.hash(present), value(entry), key, hash, value, shift + BITS);
    int slot = childSlot(bit) - 2;
    return new Branch<>(
        entryMap ^ bit, childMap | bit, Slots.pairToSingle(slots, entry * 2, slot, child));
  }

  @Override
  TrieNode<K, V> without(K key, int hash, int shift) {
    int bit = bit(hash, shift);
    if ((entryMap & bit) != 0) {
      return new Branch<>(entryMap ^ bit, childMap, Slots.removePair(slots, entryAt(bit) * 2));
    }
    int slot = childSlot(bit);
    TrieNode<K, V> child = child(slot).without(key, hash, shift + BITS);
    if (!child.isSingle()) {
      return new Branch<>(entryMap, childMap, Slots.set(slots, slot, child));
    }
    return new Branch<>(
        entryMap | bit,
        childMap ^ bit,
        Slots.singleToPair(slots, slot, entryAt(bit) * 2, child.key(0), child.value(0)));
  }

  @Override
  void forEach(BiConsumer<? super K, ? super V> action) {
    for (int rest = entryMap | childMap; rest != 0; rest &= rest - 1) {
      int bit = Integer.lowestOneBit(rest);
      if ((entryMap & bit) != 0) {
        int entry = entryAt(bit);
        action.accept(key(entry), value(entry));
      } else {
        childAt(bit).forEach(action);
      }
    }
  }

  @Override
  boolean sameAs(TrieNode<?, ?> other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Branch<?, ?> that)
        || entryMap != that.entryMap
        || childMap != that.childMap) {
      return false;
    }
    int children = entries() * 2;
    for (int i = 0; i < children; i++) {
      if (!slots[i].equals(that.slots[i])) {
        return false;
      }
    }
    for (int i = children; i < slots.length; i++) {
      if (!child(i).sameAs(that.child(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  int entries() {
    return Integer.bitCount(entryMap);
  }

  @Override
  @SuppressWarnings("unchecked") // even slots of the entries hold keys
  K key(int entry) {
    return (K) slots[entry * 2];
  }

  @Override
  @SuppressWarnings("unchecked") // odd slots of the entries hold values
  V value(int entry) {
    return (V) slots[entry * 2 + 1];
  }

  @Override
  boolean isSingle() {
    return childMap == 0 && slots.length == 2;
  }
}
