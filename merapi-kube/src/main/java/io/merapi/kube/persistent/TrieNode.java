package io.merapi.kube.persistent;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link PersistentMap}: a branch, or at the bottom a bucket of keys with one hash.
 *
 * <p>Parameters named {@code shift} say how many bits of the hash the levels above have used.
 */
abstract sealed class TrieNode<K extends Comparable<K>, V> permits Branch, Bucket {

  /** Bits of the hash that each level takes. */
  static final int BITS = 5;

  /** From here on the hash is used up. */
  static final int HASH_BITS = 32;

  @SuppressWarnings("unchecked") // an empty branch holds nothing of any type
  static <K extends Comparable<K>, V> TrieNode<K, V> empty() {
    return (TrieNode<K, V>) Branch.EMPTY;
  }

  abstract @Nullable V find(K key, int hash, int shift);

  abstract TrieNode<K, V> with(Edit edit, K key, int hash, V value, int shift);

  /** The node without a key that it has. */
  abstract TrieNode<K, V> without(Edit edit, K key, int hash, int shift);

  abstract void forEach(BiConsumer<? super K, ? super V> action);

  /** Whether equal values stand under equal keys; shapes are equal where contents are. */
  abstract boolean sameAs(TrieNode<?, ?> other);

  /** How many entries the node itself holds, not counting its children's. */
  abstract int entries();

  abstract K key(int entry);

  abstract V value(int entry);

  /** Whether the node is one entry and nothing else, to be folded into its parent. */
  abstract boolean isSingle();

  /** A subtree of two entries. */
  static <K extends Comparable<K>, V> TrieNode<K, V> pair(
      Edit edit, K key1, int hash1, V value1, K key2, int hash2, V value2, int shift) {
    return shift >= HASH_BITS
        ? Bucket.of(key1, value1, key2, value2)
        : Branch.pair(edit, key1, hash1, value1, key2, hash2, value2, shift);
  }
}
