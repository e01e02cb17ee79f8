package io.merapi.kube.persistent;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A node that sends keys on by the next bits of their hash.
 *
 * <p>Its array holds the pairs of its own entries and after them its children, both in the order of
 * those bits; {@code entryMap} and {@code childMap} say which bits have which. Its array is no
 * other branch's, so that the edit that made it may change it in place.
 */
final class Branch<K extends Comparable<K>, V> extends TrieNode<K, V> {

  static final Branch<?, ?> EMPTY = new Branch<String, Object>(Edit.NONE, 0, 0, new Object[0]);

  int entryMap;
  int childMap;
  private final Edit owner;
  private Object[] slots;

  private Branch(Edit owner, int entryMap, int childMap, Object[] slots) {
    this.owner = owner;
    this.entryMap = entryMap;
    this.childMap = childMap;
    this.slots = slots;
  }

  static <K extends Comparable<K>, V> TrieNode<K, V> pair(
      Edit edit, K key1, int hash1, V value1, K key2, int hash2, V value2, int shift) {
    int bit1 = bit(hash1, shift);
    int bit2 = bit(hash2, shift);
    if (bit1 == bit2) {
      var child = TrieNode.pair(edit, key1, hash1, value1, key2, hash2, value2, shift + BITS);
      return new Branch<>(edit, 0, bit1, new Object[] {child});
    }
    return Integer.compareUnsigned(bit1, bit2) < 0
        ? new Branch<>(edit, bit1 | bit2, 0, new Object[] {key1, value1, key2, value2})
        : new Branch<>(edit, bit1 | bit2, 0, new Object[] {key2, value2, key1, value1});
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
  TrieNode<K, V> with(Edit edit, K key, int hash, V value, int shift) {
    int bit = bit(hash, shift);
    if ((childMap & bit) != 0) {
      int slot = childSlot(bit);
      return set(edit, slot, child(slot).with(edit, key, hash, value, shift + BITS));
    }
    int entry = entryAt(bit);
    if ((entryMap & bit) == 0) {
      return changed(
          edit, entryMap | bit, childMap, Slots.insertPair(slots, entry * 2, key, value));
    }
    K present = key(entry);
    if (present.equals(key)) {
      return setEntry(edit, entry, key, value);
    }
    var child =
        TrieNode.pair(
            edit,
            present,
            PersistentMap.hash(present),
            value(entry),
            key,
            hash,
            value,
            shift + BITS);
    int slot = childSlot(bit) - 2;
    return changed(
        edit, entryMap ^ bit, childMap | bit, Slots.pairToSingle(slots, entry * 2, slot, child));
  }

  @Override
  TrieNode<K, V> without(Edit edit, K key, int hash, int shift) {
    int bit = bit(hash, shift);
    if ((entryMap & bit) != 0) {
      return changed(edit, entryMap ^ bit, childMap, Slots.removePair(slots, entryAt(bit) * 2));
    }
    int slot = childSlot(bit);
    TrieNode<K, V> child = child(slot).without(edit, key, hash, shift + BITS);
    if (!child.isSingle()) {
      return set(edit, slot, child);
    }
    return changed(
        edit,
        entryMap | bit,
        childMap ^ bit,
        Slots.singleToPair(slots, slot, entryAt(bit) * 2, child.key(0), child.value(0)));
  }

  private Branch<K, V> set(Edit edit, int slot, Object value) {
    if (!edit.owns(owner)) {
      return new Branch<>(edit, entryMap, childMap, Slots.set(slots, slot, value));
    }
    slots[slot] = value;
    return this;
  }

  /** The key is set too: mostly the value holds it, and then nothing else need hold the old one. */
  private Branch<K, V> setEntry(Edit edit, int entry, K key, V value) {
    Branch<K, V> changed = set(edit, entry * 2, key);
    changed.slots[entry * 2 + 1] = value;
    return changed;
  }

  /** This branch with a new array. */
  private Branch<K, V> changed(Edit edit, int entryMap, int childMap, Object[] slots) {
    if (!edit.owns(owner)) {
      return new Branch<>(edit, entryMap, childMap, slots);
    }
    this.entryMap = entryMap;
    this.childMap = childMap;
    this.slots = slots;
    return this;
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
