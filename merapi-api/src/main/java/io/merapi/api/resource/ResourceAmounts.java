package io.merapi.api.resource;

import java.util.Arrays;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Exact amounts in the units that kube-scheduler counts in: cpu in thousandths, everything else in
 * whole units (bytes, pods, devices).
 *
 * <p>Of the names that have no field of their own only scalar ones are kept ({@link
 * ResourceNames#isScalar}). A scalar that was stated as 0 is present, which is different from one
 * that was not stated: scoring leaves out nodes that do not have a resource at all. Upstream
 * counterpart: {@code framework.Resource}. Sums wrap around like upstream's where they leave the
 * range of a long.
 *
 * <p>These are values, but for the {@link ResourceAmountsSum#view view} of a running total: that is
 * what the total is at the moment of looking.
 *
 * <p>Implementation note: scalars are two parallel arrays sorted by number in the dictionary. Most
 * pods have none and most nodes a handful, so they cost little and are found by a short scan.
 * Numbers may be shared with others and never change; amounts are an object's own, so that a
 * running total changes them in place.
 */
public sealed class ResourceAmounts permits ResourceAmountsSum {

  private static final int[] NO_IDS = {};
  private static final long[] NO_VALUES = {};

  private final ResourceDictionary dictionary;

  // Changed by the running total that these are a view of, and by nobody else.
  long cpuMillis;
  long memoryBytes;
  long ephemeralStorageBytes;
  long pods;
  int[] scalarIds;
  long[] scalarValues;

  private ResourceAmounts(
      ResourceDictionary dictionary,
      long cpuMillis,
      long memoryBytes,
      long ephemeralStorageBytes,
      long pods,
      int[] scalarIds,
      long[] scalarValues) {
    this.dictionary = dictionary;
    this.cpuMillis = cpuMillis;
    this.memoryBytes = memoryBytes;
    this.ephemeralStorageBytes = ephemeralStorageBytes;
    this.pods = pods;
    this.scalarIds = scalarIds;
    this.scalarValues = scalarValues;
  }

  /** No amounts at all, to become some. */
  ResourceAmounts(ResourceDictionary dictionary) {
    this(dictionary, 0, 0, 0, 0, NO_IDS, NO_VALUES);
  }

  /** The amounts of another one at this moment. */
  ResourceAmounts(ResourceAmounts start) {
    this(
        start.dictionary,
        start.cpuMillis,
        start.memoryBytes,
        start.ephemeralStorageBytes,
        start.pods,
        start.scalarIds,
        start.scalarValues.length == 0 ? NO_VALUES : start.scalarValues.clone());
  }

  /** No amounts at all. */
  public static ResourceAmounts none(ResourceDictionary dictionary) {
    return new ResourceAmounts(dictionary);
  }

  /** The amounts of a list; upstream's {@code framework.NewResource}. */
  public static ResourceAmounts of(ResourceList list, ResourceDictionary dictionary) {
    return list.isEmpty() ? none(dictionary) : new ResourceAmountsSum(dictionary).add(list).view();
  }

  public ResourceDictionary dictionary() {
    return dictionary;
  }

  public long cpuMillis() {
    return cpuMillis;
  }

  public long memoryBytes() {
    return memoryBytes;
  }

  public long ephemeralStorageBytes() {
    return ephemeralStorageBytes;
  }

  /** The number of pods, for a node the most that it takes. */
  public long pods() {
    return pods;
  }

  /** The amount of a resource by its number in the dictionary, 0 where there is none. */
  public long get(int id) {
    return switch (id) {
      case ResourceDictionary.CPU -> cpuMillis;
      case ResourceDictionary.MEMORY -> memoryBytes;
      case ResourceDictionary.EPHEMERAL_STORAGE -> ephemeralStorageBytes;
      case ResourceDictionary.PODS -> pods;
      default -> {
        int position = position(id);
        yield position < 0 ? 0 : scalarValues[position];
      }
    };
  }

  /** Whether a scalar was stated, if only as 0. */
  public boolean hasScalar(int id) {
    return position(id) >= 0;
  }

  int position(int id) {
    for (int i = 0; i < scalarIds.length; i++) {
      if (scalarIds[i] >= id) {
        return scalarIds[i] == id ? i : -1;
      }
    }
    return -1;
  }

  /** How many scalars there are, those of amount 0 included. */
  public int scalarCount() {
    return scalarIds.length;
  }

  /** The number in the dictionary of the scalar at a position, in ascending order. */
  public int scalarId(int position) {
    return scalarIds[position];
  }

  /** The amount of the scalar at a position. */
  public long scalarValue(int position) {
    return scalarValues[position];
  }

  public ResourceAmounts plus(ResourceAmounts other) {
    return sum().add(other).view();
  }

  /** The difference, which may be negative. */
  public ResourceAmounts minus(ResourceAmounts other) {
    return sum().subtract(other).view();
  }

  /** The amounts of this moment, whatever becomes of a total that these are a view of. */
  public ResourceAmounts copy() {
    return new ResourceAmounts(this);
  }

  /** A running total that starts from these amounts. */
  public ResourceAmountsSum sum() {
    return new ResourceAmountsSum(this);
  }

  /** The greater amount of each resource; one that only one side has counts as 0 on the other. */
  public ResourceAmounts max(ResourceAmounts other) {
    return sum().atLeast(other).view();
  }

  /** The same amounts without scalars of amount 0. */
  public ResourceAmounts withoutZeros() {
    return sum().dropZeros().view();
  }

  /** Whether a scalar is stated as 0. */
  public boolean hasZeros() {
    for (long value : scalarValues) {
      if (value == 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether every amount is 0. */
  public boolean isZero() {
    if (cpuMillis != 0 || memoryBytes != 0 || ephemeralStorageBytes != 0 || pods != 0) {
      return false;
    }
    for (long value : scalarValues) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ResourceAmounts that
            && dictionary == that.dictionary
            && cpuMillis == that.cpuMillis
            && memoryBytes == that.memoryBytes
            && ephemeralStorageBytes == that.ephemeralStorageBytes
            && pods == that.pods
            && Arrays.equals(scalarIds, that.scalarIds)
            && Arrays.equals(scalarValues, that.scalarValues));
  }

  @Override
  public int hashCode() {
    int result = Long.hashCode(cpuMillis);
    result = 31 * result + Long.hashCode(memoryBytes);
    result = 31 * result + Long.hashCode(ephemeralStorageBytes);
    result = 31 * result + Long.hashCode(pods);
    result = 31 * result + Arrays.hashCode(scalarIds);
    return 31 * result + Arrays.hashCode(scalarValues);
  }

  @Override
  public String toString() {
    var text = new StringJoiner(", ", "{", "}");
    text.add("cpu " + cpuMillis + "m").add("memory " + memoryBytes);
    text.add("ephemeral-storage " + ephemeralStorageBytes).add("pods " + pods);
    for (int i = 0; i < scalarIds.length; i++) {
      text.add(dictionary.name(scalarIds[i]) + " " + scalarValues[i]);
    }
    return text.toString();
  }
}
