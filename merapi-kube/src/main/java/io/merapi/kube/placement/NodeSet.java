package io.merapi.kube.placement;

import java.util.Arrays;

/** A set of node indices that grows as needed and knows its size; used by one thread. */
public final class NodeSet {

  private long[] words = new long[1];
  private int size;

  /** Adds a node and says whether it was new. */
  public boolean add(int node) {
    int word = node >>> 6;
    if (word >= words.length) {
      words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
    }
    if (contains(node)) {
      return false;
    }
    words[word] |= 1L << node;
    size++;
    return true;
  }

  /** Removes a node and says whether it was there. */
  public boolean remove(int node) {
    if (!contains(node)) {
      return false;
    }
    words[node >>> 6] &= ~(1L << node);
    size--;
    return true;
  }

  /** Adds or removes a node. */
  public void set(int node, boolean in) {
    if (in) {
      add(node);
    } else {
      remove(node);
    }
  }

  /** Removes all nodes. */
  public void clear() {
    if (size > 0) {
      Arrays.fill(words, 0);
      size = 0;
    }
  }

  public boolean contains(int node) {
    int word = node >>> 6;
    return word < words.length && (words[word] & (1L << node)) != 0;
  }

  /** How many nodes there are. */
  public int size() {
    return size;
  }

  /** The lowest node that is not below the given index, or -1. */
  public int next(int from) {
    int word = from >>> 6;
    if (word >= words.length) {
      return -1;
    }
    long rest = words[word] & (-1L << from);
    while (rest == 0) {
      if (++word == words.length) {
        return -1;
      }
      rest = words[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  /** The nodes in ascending order. */
  public int[] toArray() {
    int[] nodes = new int[size];
    int count = 0;
    for (int node = next(0); node >= 0; node = next(node + 1)) {
      nodes[count++] = node;
    }
    return nodes;
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    for (int node = next(0); node >= 0; node = next(node + 1)) {
      text.append(text.length() == 1 ? "" : ", ").append(node);
    }
    return text.append('}').toString();
  }
}
