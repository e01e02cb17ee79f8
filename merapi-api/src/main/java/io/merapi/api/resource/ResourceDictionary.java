package io.merapi.api.resource;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The resource names of one cluster, each with a small number that stays the same for good.
 *
 * <p>Vectors of amounts are indexed by these numbers. Names are only ever added, so a number once
 * given out may be kept; readers take no lock and see every name added before they were handed its
 * number.
 *
 * <p>Implementation note: additions replace one immutable table. A cluster knows a few dozen names,
 * all of which turn up early, so copying is cheaper than any table that can grow in place.
 */
public final class ResourceDictionary {

  /** The number of {@code cpu}. */
  public static final int CPU = 0;

  /** The number of {@code memory}. */
  public static final int MEMORY = 1;

  /** The number of {@code ephemeral-storage}. */
  public static final int EPHEMERAL_STORAGE = 2;

  /** The number of {@code pods}. */
  public static final int PODS = 3;

  private static final Table WELL_KNOWN =
      Table.EMPTY
          .with(ResourceNames.CPU)
          .with(ResourceNames.MEMORY)
          .with(ResourceNames.EPHEMERAL_STORAGE)
          .with(ResourceNames.PODS);

  /** See {@link Resources#none}: there is nothing more common. */
  final Resources none = new Resources(this);

  private volatile Table table = WELL_KNOWN;

  /** The number of a name, which is added if it is new. */
  public int index(String name) {
    int known = table.find(name);
    return known >= 0 ? known : add(name);
  }

  private synchronized int add(String name) {
    int known = table.find(name);
    if (known >= 0) {
      return known;
    }
    table = table.with(name);
    return table.size() - 1;
  }

  /** The number of a name, or -1 if the name was never added. */
  public int find(String name) {
    return table.find(name);
  }

  /**
   * The number of a name if scheduling counts it as a scalar, else -1; a scalar that is new is
   * added.
   */
  int scalarIndex(String name) {
    Table current = table;
    int known = current.find(name);
    if (known >= 0) {
      return current.scalar[known] ? known : -1;
    }
    return ResourceNames.isScalar(name) ? add(name) : -1;
  }

  /**
   * The name behind a number.
   *
   * @throws IndexOutOfBoundsException if the number was never given out
   */
  public String name(int index) {
    return table.names[index];
  }

  /** How many names there are; their numbers are 0 to one less. */
  public int size() {
    return table.size();
  }

  @Override
  public String toString() {
    return Arrays.toString(table.names);
  }

  private static final class Table {

    static final Table EMPTY = new Table(new String[0], new boolean[0], Map.of());

    final String[] names;
    final boolean[] scalar;
    final Map<String, Integer> numbers;

    private Table(String[] names, boolean[] scalar, Map<String, Integer> numbers) {
      this.names = names;
      this.scalar = scalar;
      this.numbers = numbers;
    }

    Table with(String name) {
      int size = size();
      String[] moreNames = Arrays.copyOf(names, size + 1);
      boolean[] moreScalar = Arrays.copyOf(scalar, size + 1);
      var moreNumbers = new HashMap<>(numbers);
      moreNames[size] = name;
      moreScalar[size] = ResourceNames.isScalar(name);
      moreNumbers.put(name, size);
      return new Table(moreNames, moreScalar, moreNumbers);
    }

    int find(String name) {
      Integer number = numbers.get(name);
      return number == null ? -1 : number;
    }

    int size() {
      return names.length;
    }
  }
}
