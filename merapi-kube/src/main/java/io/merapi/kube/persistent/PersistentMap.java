package io.merapi.kube.persistent;

import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map whose changes share structure.
 *
 * <p>Implementation note: a compressed hash-array mapped prefix trie (Steindorfer and Vinju, OOPSLA
 * 2015). Each node takes five bits of the hash; a branch holds its own entries and its children in
 * one array, told apart by two bitmaps. Removal folds a child with a single entry back into its
 * parent, so the shape depends on the content alone, and with it the order of iteration: by hash,
 * and among keys of one hash by their natural order. Keys need a {@code hashCode} that is the same
 * in every run, which strings have. Look-up, change and removal cost O(log32 n); a change copies
 * one array per level that its {@link Edit} has not made itself.
 *
 * @param <K> keys
 * @param <V> values, compared by identity when maps are compared
 */
public final class PersistentMap<K extends Comparable<K>, V> {

  private static final PersistentMap<?, ?> EMPTY =
      new PersistentMap<String, Object>(TrieNode.empty(), 0);

  private final TrieNode<K, V> root;
  private final int size;

  /** Made when it is first asked for; maps that nobody changes are asked again and again. */
  private @Nullable List<V> inOrder;

  private PersistentMap(TrieNode<K, V> root, int size) {
    this.root = root;
    this.size = size;
  }

  @SuppressWarnings("unchecked") // an empty map holds nothing of any type
  public static <K extends Comparable<K>, V> PersistentMap<K, V> empty() {
    return (PersistentMap<K, V>) EMPTY;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public @Nullable V get(K key) {
    return root.find(key, hash(key), 0);
  }

  public boolean containsKey(K key) {
    return get(key) != null;
  }

  /** The map with a key set. */
  public PersistentMap<K, V> with(K key, V value) {
    return with(key, value, Edit.NONE);
  }

  /** The map with a key set, in place where the edit allows. */
  public PersistentMap<K, V> with(K key, V value, Edit edit) {
    int hash = hash(key);
    int sizeThen = root.find(key, hash, 0) == null ? size + 1 : size;
    TrieNode<K, V> then = root.with(edit, key, hash, value, 0);
    if (then == root && sizeThen == size) {
      inOrder = null;
      return this;
    }
    return new PersistentMap<>(then, sizeThen);
  }

  /** The map without a key; the same map where it has none. */
  public PersistentMap<K, V> without(K key) {
    return without(key, Edit.NONE);
  }

  /** The map without a key, in place where the edit allows; the same map where it has none. */
  public PersistentMap<K, V> without(K key, Edit edit) {
    int hash = hash(key);
    return root.find(key, hash, 0) == null
        ? this
        : new PersistentMap<>(root.without(edit, key, hash, 0), size - 1);
  }

  public void forEach(BiConsumer<? super K, ? super V> action) {
    root.forEach(action);
  }

  public void forEachValue(Consumer<? super V> action) {
    root.forEach((_, value) -> action.accept(value));
  }

  /** The values in the natural order of their keys. */
  public List<V> inOrder() {
    List<V> known = inOrder;
    if (known == null) {
      var sorted = new TreeMap<K, V>();
      forEach(sorted::put);
      known = List.copyOf(sorted.values());
      inOrder = known;
    }
    return known;
  }

  /** Tells of every key that differs from an earlier map, at a cost that follows their number. */
  public void forEachChange(PersistentMap<K, V> before, MapChange<? super K, ? super V> action) {
    TrieChanges.compare(before.root, root, action);
  }

  /** Spreads the entropy of hashes that differ in a few bits only, as those of numbered names. */
  static int hash(Object key) {
    int mixed = key.hashCode() * 0x9E3779B9;
    return mixed ^ (mixed >>> 16);
  }

  /** Whether the other holds equal values under the same keys. */
  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof PersistentMap<?, ?> that) || size != that.size) {
      return false;
    }
    return root.sameAs(that.root);
  }

  @Override
  public int hashCode() {
    int[] sum = {0};
    forEach((key, value) -> sum[0] += key.hashCode() ^ Objects.hashCode(value));
    return sum[0];
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    forEach((key, value) -> text.append(text.length() == 1 ? "" : ", ").append(key + "=" + value));
    return text.append('}').toString();
  }
}
