package io.merapi.api.meta;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map of strings, sorted by key: the labels or the annotations of one object.
 *
 * <p>Implementation note: keys and values alternate in one array, which costs a third of a hash map
 * and keeps look-ups of the usual five to ten labels within a cache line or two. The order of keys
 * is that of {@link String#compareTo}, so equal maps are equal arrays and iteration is defined.
 */
public final class Labels implements Iterable<Map.Entry<String, String>> {

  public static final Labels EMPTY = new Labels(new String[0]);

  private final String[] pairs;
  private int hash;

  private Labels(String[] pairs) {
    this.pairs = pairs;
  }

  public static Labels of(Map<String, String> entries) {
    if (entries.isEmpty()) {
      return EMPTY;
    }
    String[] pairs = new String[entries.size() * 2];
    int next = 0;
    for (Map.Entry<String, String> entry : sorted(entries).entrySet()) {
      pairs[next++] = entry.getKey();
      pairs[next++] = entry.getValue();
    }
    return new Labels(pairs);
  }

  private static Map<String, String> sorted(Map<String, String> entries) {
    return entries instanceof TreeMap<String, String> tree && tree.comparator() == null
        ? tree
        : new TreeMap<>(entries);
  }

  /** Keys and values in turn, in any order; a repeated key keeps its last value. */
  public static Labels of(String... keysAndValues) {
    if (keysAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "keys and values must alternate, but there are (%d) strings"
              .formatted(keysAndValues.length));
    }
    var entries = new TreeMap<String, String>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return of(entries);
  }

  public @Nullable String get(String key) {
    int low = 0;
    int high = size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = pairs[middle * 2].compareTo(key);
      if (order == 0) {
        return pairs[middle * 2 + 1];
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  public String getOrDefault(String key, String absent) {
    String value = get(key);
    return value == null ? absent : value;
  }

  public boolean has(String key) {
    return get(key) != null;
  }

  public int size() {
    return pairs.length / 2;
  }

  public boolean isEmpty() {
    return pairs.length == 0;
  }

  /** The key at a position of the sorted order. */
  public String key(int index) {
    return pairs[index * 2];
  }

  /** The value at a position of the sorted order. */
  public String value(int index) {
    return pairs[index * 2 + 1];
  }

  /** The same entries with one set. */
  public Labels with(String key, String value) {
    Map<String, String> entries = toMap();
    entries.put(key, value);
    return of(entries);
  }

  /** The entries under the given keys. */
  public Labels only(Set<String> keys) {
    int kept = 0;
    for (int i = 0; i < pairs.length; i += 2) {
      kept += keys.contains(pairs[i]) ? 1 : 0;
    }
    if (kept == size()) {
      return this;
    }
    if (kept == 0) {
      return EMPTY;
    }
    String[] keptPairs = new String[kept * 2];
    int next = 0;
    for (int i = 0; i < pairs.length; i += 2) {
      if (keys.contains(pairs[i])) {
        keptPairs[next++] = pairs[i];
        keptPairs[next++] = pairs[i + 1];
      }
    }
    return new Labels(keptPairs);
  }

  public Map<String, String> toMap() {
    var map = new TreeMap<String, String>();
    forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    return map;
  }

  @Override
  public Iterator<Map.Entry<String, String>> iterator() {
    return new Iterator<>() {
      private int index;

      @Override
      public boolean hasNext() {
        return index < size();
      }

      @Override
      public Map.Entry<String, String> next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        var entry = new SimpleImmutableEntry<>(key(index), value(index));
        index++;
        return entry;
      }
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof Labels that && Arrays.equals(pairs, that.pairs));
  }

  @Override
  public int hashCode() {
    int result = hash;
    if (result == 0) {
      result = Arrays.hashCode(pairs);
      hash = result;
    }
    return result;
  }

  @Override
  public String toString() {
    return toMap().toString();
  }
}
