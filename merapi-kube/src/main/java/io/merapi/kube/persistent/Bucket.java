package io.merapi.kube.persistent;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keys that share one hash, in their natural order: keys and values alternate in one array.
 *
 * <p>Strings of equal hash are easy to make, so a bucket may grow; a change then costs its size,
 * also under an edit: it is too rare to be made cheap.
 */
final class Bucket<K extends Comparable<K>, V> extends TrieNode<K, V> {

  private final Object[] slots;

  private Bucket(Object[] slots) {
    this.slots = slots;
  }

  static <K extends Comparable<K>, V> Bucket<K, V> of(K key1, V value1, K key2, V value2) {
    return key1.compareTo(key2) < 0
        ? new Bucket<>(new Object[] {key1, value1, key2, value2})
        : new Bucket<>(new Object[] {key2, value2, key1, value1});
  }

  @Override
  @Nullable V find(K key, int hash, int shift) {
    int position = position(key);
    return position < 0 ? null : value(position);
  }

  /** The entry of a key, or where it belongs as {@code -(place + 1)}. */
  private int position(K key) {
    int low = 0;
    int high = entries() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = key(middle).compareTo(key);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -(low + 1);
  }

  @Override
  TrieNode<K, V> with(Edit edit, K key, int hash, V value, int shift) {
    int position = position(key);
    if (position >= 0) {
      Object[] changed = slots.clone();
      changed[position * 2 + 1] = value;
      return new Bucket<>(changed);
    }
    return new Bucket<>(Slots.insertPair(slots, -(position + 1) * 2, key, value));
  }

  @Override
  TrieNode<K, V> without(Edit edit, K key, int hash, int shift) {
    return new Bucket<>(Slots.removePair(slots, position(key) * 2));
  }

  @Override
  void forEach(BiConsumer<? super K, ? super V> action) {
    for (int i = 0; i < entries(); i++) {
      action.accept(key(i), value(i));
    }
  }

  @Override
  boolean sameAs(TrieNode<?, ?> other) {
    return other instanceof Bucket<?, ?> that && Arrays.equals(slots, that.slots);
  }

  @Override
  int entries() {
    return slots.length / 2;
  }

  @Override
  @SuppressWarnings("unchecked") // even slots hold keys
  K key(int entry) {
    return (K) slots[entry * 2];
  }

  @Override
  @SuppressWarnings("unchecked") // odd slots hold values
  V value(int entry) {
    return (V) slots[entry * 2 + 1];
  }

  @Override
  boolean isSingle() {
    return slots.length == 2;
  }
}
