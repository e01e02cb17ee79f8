package io.merapi.kube.placement;

import java.util.Arrays;

/**
 * A set of node indices that grows as needed and knows its size; used by one thread.
 *
 * <p>Implementation note: one bit per index. Most sets are of nodes that have changed and hold one
 * or two, so it is known between which words there is anything at all.
 */
public final class NodeSet {

  private long[] words;
  private int size;

  /** Words before this one, and from the other on, are zero. */
  private int begin;

  private int end;

  /** An empty set. */
  public NodeSet() {
    words = new long[1];
  }

  private NodeSet(NodeSet origin) {
    words = origin.words.clone();
    size = origin.size;
    begin = origin.begin;
    end = origin.end;
  }

  /** The same nodes in a set of its own. */
  public NodeSet copy() {
    return new NodeSet(this);
  }

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
    begin = size == 0 ? word : Math.min(begin, word);
    end = size == 0 ? word + 1 : Math.max(end, word + 1);
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

  /** Removes the nodes of another set. */
  public void removeAll(NodeSet others) {
    int last = Math.min(end, others.end);
    for (int word = Math.max(begin, others.begin); word < last; word++) {
      long removed = words[word] & others.words[word];
      words[word] ^= removed;
      size -= Long.bitCount(removed);
    }
  }

  /** Removes all nodes. */
  public void clear() {
    if (size > 0) {
      Arrays.fill(words, begin, end, 0);
      size = 0;
    }
  }

  public boolean contains(int node) {
    int word = node >>> 6;
    return word < words.length && (words[word] & (1L << node)) != 0;
  }

  /** Which of 64 nodes in a row are in, a bit for each, from the node of 64 times the place on. */
  public long word(int place) {
    return place < words.length ? words[place] : 0;
  }

  /** How many nodes there are. */
  public int size() {
    return size;
  }

  /** The lowest node that is not below the given index, or -1. */
  public int next(int from) {
    return next(from, Integer.MAX_VALUE);
  }

  /** The lowest node that is not below one index, but below the other, or -1. */
  public int next(int from, int below) {
    int word = Math.max(from >>> 6, begin);
    int last = Math.min(end, wordsBelow(below));
    if (size == 0 || word >= last) {
      return -1;
    }
    long rest = words[word];
    if (word == from >>> 6) {
      rest &= -1L << from;
    }
    while (rest == 0) {
      if (++word == last) {
        return -1;
      }
      rest = words[word];
    }
    int node = (word << 6) + Long.numberOfTrailingZeros(rest);
    return node < below ? node : -1;
  }

  /** The nodes in ascending order. */
  public int[] toArray() {
    int[] nodes = new int[size];
    copy(0, Integer.MAX_VALUE, nodes, 0);
    return nodes;
  }

  /**
   * Writes down the nodes between two indices, in ascending order, until there is no more room.
   *
   * @param from the lowest index that is meant
   * @param below the lowest above it that is not
   * @param start the first place to write to
   * @return the place after the last one that was written to
   */
  int copy(int from, int below, int[] to, int start) {
    int place = start;
    int last = Math.min(end, wordsBelow(below));
    for (int word = Math.max(begin, from >>> 6); word < last; word++) {
      for (long rest = between(word, from, below); rest != 0; rest &= rest - 1) {
        if (place == to.length) {
          return place;
        }
        to[place++] = (word << 6) + Long.numberOfTrailingZeros(rest);
      }
    }
    return place;
  }

  /** How many nodes there are between two indices, the first of which is meant too. */
  int count(int from, int below) {
    return ~nth(Integer.MAX_VALUE, from, below);
  }

  /** The node before which there are so many others; there must be one. */
  int at(int place) {
    return nth(place + 1, 0, Integer.MAX_VALUE);
  }

  /**
   * One of the nodes between two indices, counted from 1, or the complement of how many there are.
   */
  public int nth(int number, int from, int below) {
    int left = number;
    int last = Math.min(end, wordsBelow(below));
    for (int word = Math.max(begin, from >>> 6); word < last; word++) {
      long nodes = between(word, from, below);
      int here = Long.bitCount(nodes);
      if (here >= left) {
        return (word << 6) + nth(left, nodes);
      }
      left -= here;
    }
    return ~(number - left);
  }

  /** Where one of the bits of a word is, counted from 1; there must be as many. */
  public static int nth(int number, long word) {
    return Long.numberOfTrailingZeros(Long.expand(1L << (number - 1), word));
  }

  /** How many words it takes to hold all indices below one. */
  private static int wordsBelow(int index) {
    return (index >>> 6) + ((index & 63) == 0 ? 0 : 1);
  }

  /** Those bits of a word that are between two indices. */
  private long between(int word, int from, int below) {
    int first = word << 6;
    return between(words[word], from - first, below - first);
  }

  /**
   * Those bits of a word that are between two places.
   *
   * @param from the lowest place that is meant; any number
   * @param below the lowest above it that is not; any number
   */
  static long between(long word, int from, int below) {
    if (below <= 0 || from >= Long.SIZE) {
      return 0;
    }
    long bits = from > 0 ? word & (-1L << from) : word;
    return below < Long.SIZE ? bits & ~(-1L << below) : bits;
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
