package io.merapi.api.resource;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Resource names with their exact amounts, as an object states them; sorted by name, immutable.
 *
 * <p>Implementation note: names and amounts are parallel arrays and the hash is kept, because lists
 * of equal content are shared between the pods of a cluster.
 */
public final class ResourceList {

  public static final ResourceList EMPTY = new ResourceList(new String[0], new Quantity[0]);

  private final String[] names;
  private final Quantity[] amounts;
  private int hash;

  public ResourceList(Map<String, Quantity> amounts) {
    int size = amounts.size();
    this.names = new String[size];
    this.amounts = new Quantity[size];
    int next = 0;
    for (Map.Entry<String, Quantity> entry : sorted(amounts).entrySet()) {
      this.names[next] = entry.getKey();
      this.amounts[next++] = entry.getValue();
    }
  }

  private static Map<String, Quantity> sorted(Map<String, Quantity> amounts) {
    return amounts instanceof TreeMap<String, Quantity> tree && tree.comparator() == null
        ? tree
        : new TreeMap<>(amounts);
  }

  /** Takes over arrays that are sorted by name and that nobody else holds. */
  ResourceList(String[] names, Quantity[] amounts) {
    this.names = names;
    this.amounts = amounts;
  }

  /**
   * Amounts as objects of the cluster state them: cpu, memory and all scalars, even if 0. Less than
   * a unit is cut off. Upstream's {@code ConvertRes2ResList}.
   */
  public static ResourceList of(Resources amounts) {
    var list = new TreeMap<String, Quantity>();
    list.put(
        ResourceNames.CPU,
        Quantity.ofMillis((long) amounts.cpuMillis(), Quantity.Format.DECIMAL_SI));
    list.put(
        ResourceNames.MEMORY, Quantity.of((long) amounts.memoryBytes(), Quantity.Format.BINARY_SI));
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int id = amounts.scalarId(i);
      long amount = (long) amounts.scalarValue(i);
      list.put(
          amounts.dictionary().name(id),
          id == ResourceDictionary.PODS
              ? Quantity.of(amount, Quantity.Format.DECIMAL_SI)
              : Quantity.ofMillis(amount, Quantity.Format.DECIMAL_SI));
    }
    return new ResourceList(list);
  }

  /** The list as a map sorted by name; a view that costs nothing. */
  public Map<String, Quantity> amounts() {
    return new View();
  }

  public @Nullable Quantity get(String name) {
    int position = Arrays.binarySearch(names, name);
    return position < 0 ? null : amounts[position];
  }

  public boolean isEmpty() {
    return names.length == 0;
  }

  public int size() {
    return names.length;
  }

  /** The name at a position of the sorted order. */
  public String name(int position) {
    return names[position];
  }

  /** The amount at a position of the sorted order. */
  public Quantity amount(int position) {
    return amounts[position];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ResourceList that
            && hashCode() == that.hashCode()
            && Arrays.equals(names, that.names)
            && Arrays.equals(amounts, that.amounts));
  }

  @Override
  public int hashCode() {
    int result = hash;
    if (result == 0) {
      result = 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
      hash = result;
    }
    return result;
  }

  @Override
  public String toString() {
    return amounts().toString();
  }

  private final class View extends AbstractMap<String, Quantity> {

    @Override
    public Set<Entry<String, Quantity>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public int size() {
          return names.length;
        }

        @Override
        public Iterator<Entry<String, Quantity>> iterator() {
          return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
              return next < names.length;
            }

            @Override
            public Entry<String, Quantity> next() {
              if (!hasNext()) {
                throw new NoSuchElementException();
              }
              var entry = new SimpleImmutableEntry<>(names[next], amounts[next]);
              next++;
              return entry;
            }
          };
        }
      };
    }

    @Override
    public boolean containsKey(Object key) {
      return key instanceof String name && ResourceList.this.get(name) != null;
    }

    @Override
    public @Nullable Quantity get(Object key) {
      return key instanceof String name ? ResourceList.this.get(name) : null;
    }
  }
}
