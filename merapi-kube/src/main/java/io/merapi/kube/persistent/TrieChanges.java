package io.merapi.kube.persistent;

import org.jspecify.annotations.Nullable;

/**
 * The difference of two tries, found by walking both at once and passing over what they share.
 *
 * <p>Equal keys are reached by equal bits, so only what stands at the same place need be compared:
 * nothing, an entry or a subtree on either side.
 */
final class TrieChanges<K extends Comparable<K>, V> {

  private final MapChange<? super K, ? super V> action;

  private TrieChanges(MapChange<? super K, ? super V> action) {
    this.action = action;
  }

  static <K extends Comparable<K>, V> void compare(
      TrieNode<K, V> before, TrieNode<K, V> after, MapChange<? super K, ? super V> action) {
    if (before != after) {
      new TrieChanges<K, V>(action).compare(before, after);
    }
  }

  private void compare(TrieNode<K, V> before, TrieNode<K, V> after) {
    if (before == after) {
      return;
    }
    if (before instanceof Branch<K, V> old && after instanceof Branch<K, V> now) {
      compareBranches(old, now);
    } else {
      compareBuckets(before, after);
    }
  }

  private void compareBranches(Branch<K, V> before, Branch<K, V> after) {
    int used = before.entryMap | before.childMap | after.entryMap | after.childMap;
    for (int rest = used; rest != 0; rest &= rest - 1) {
      int bit = Integer.lowestOneBit(rest);
      boolean entryBefore = (before.entryMap & bit) != 0;
      boolean entryAfter = (after.entryMap & bit) != 0;
      TrieNode<K, V> childBefore = (before.childMap & bit) != 0 ? before.childAt(bit) : null;
      TrieNode<K, V> childAfter = (after.childMap & bit) != 0 ? after.childAt(bit) : null;
      if (childBefore != null && childAfter != null) {
        compare(childBefore, childAfter);
      } else if (entryBefore && entryAfter) {
        compareEntries(before, after, bit);
      } else if (childBefore != null) {
        subtreeGone(childBefore, after, entryAfter ? after.entryAt(bit) : -1);
      } else if (childAfter != null) {
        subtreeCame(childAfter, before, entryBefore ? before.entryAt(bit) : -1);
      } else if (entryBefore) {
        int entry = before.entryAt(bit);
        action.changed(before.key(entry), before.value(entry), null);
      } else {
        int entry = after.entryAt(bit);
        action.changed(after.key(entry), null, after.value(entry));
      }
    }
  }

  private void compareEntries(Branch<K, V> before, Branch<K, V> after, int bit) {
    int old = before.entryAt(bit);
    int now = after.entryAt(bit);
    if (before.key(old).equals(after.key(now))) {
      changed(before.key(old), before.value(old), after.value(now));
    } else {
      action.changed(before.key(old), before.value(old), null);
      action.changed(after.key(now), null, after.value(now));
    }
  }

  /** A subtree that shrank to one entry of the branch after, or to nothing where entry is -1. */
  private void subtreeGone(TrieNode<K, V> subtree, Branch<K, V> after, int entry) {
    @Nullable K left = entry < 0 ? null : after.key(entry);
    boolean[] met = {false};
    subtree.forEach((key, value) -> {
      if (key.equals(left)) {
        met[0] = true;
        changed(key, value, after.value(entry));
      } else {
        action.changed(key, value, null);
      }
    });
    if (left != null && !met[0]) {
      action.changed(left, null, after.value(entry));
    }
  }

  /** A subtree that grew from one entry of the branch before, or from nothing. */
  private void subtreeCame(TrieNode<K, V> subtree, Branch<K, V> before, int entry) {
    @Nullable K first = entry < 0 ? null : before.key(entry);
    boolean[] met = {false};
    subtree.forEach((key, value) -> {
      if (key.equals(first)) {
        met[0] = true;
        changed(key, before.value(entry), value);
      } else {
        action.changed(key, null, value);
      }
    });
    if (first != null && !met[0]) {
      action.changed(first, before.value(entry), null);
    }
  }

  /** Both hold keys of one hash, sorted: a merge. */
  private void compareBuckets(TrieNode<K, V> before, TrieNode<K, V> after) {
    int old = 0;
    int now = 0;
    while (old < before.entries() || now < after.entries()) {
      int order =
          old == before.entries()
              ? 1
              : now == after.entries() ? -1 : before.key(old).compareTo(after.key(now));
      if (order == 0) {
        changed(before.key(old), before.value(old++), after.value(now++));
      } else if (order < 0) {
        action.changed(before.key(old), before.value(old++), null);
      } else {
        action.changed(after.key(now), null, after.value(now++));
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // values are compared by identity, as the map says
  private void changed(K key, V before, V after) {
    if (before != after) {
      action.changed(key, before, after);
    }
  }
}
