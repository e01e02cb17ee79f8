package io.merapi.api.resource;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Amounts as Volcano computes with them: doubles, cpu in thousandths, memory in bytes, pods in
 * pods, every other scalar in thousandths.
 *
 * <p>Three things are different and upstream's results depend on them: a scalar of amount 0, a
 * scalar that is missing, and resources that have no scalars <em>stated</em> at all (upstream: a
 * nil map). Two amounts closer than {@link #EPSILON} count as equal where a method says so. Which
 * dimensions a comparison fails or holds in is answered by {@link Dimensions}. Upstream
 * counterpart: {@code api.Resource}.
 *
 * <p>These are values: upstream changes its operands in place, here every operation gives a new
 * one. The exception is the {@link ResourcesSum#view view} of a running total, which is what the
 * total is at the moment of looking; whoever keeps one beyond that moment keeps a {@link #copy}.
 *
 * <p>Implementation note: scalars are two parallel arrays sorted by number in the dictionary, so a
 * comparison is one walk along both sides and allocates nothing. Numbers may be shared with others
 * and never change; amounts are an object's own, so that a running total changes them in place.
 * Whether scalars are stated has no field: every node of a session has two such objects or more,
 * and for one byte they would be longer by eight.
 */
public sealed class Resources permits ResourcesSum {

  /** The difference from which amounts count as different; upstream's {@code minResource}. */
  public static final double EPSILON = 0.1;

  /** What {@link #difference} gives for a dimension that is infinite on one side. */
  public static final double INFINITE_DIFFERENCE = -1;

  /** The numbers of a list of scalars that is empty. */
  static final int[] NO_IDS = {};

  /** The same where there is no such list: the very array says so. */
  private static final int[] UNSTATED = {};

  static final double[] NO_VALUES = {};

  private final ResourceDictionary dictionary;

  // Changed by the running total that these are a view of, and by nobody else.
  double cpuMillis;
  double memoryBytes;
  long maxTasks;
  int[] ids;
  double[] values;

  /** Takes over arrays that are sorted by number; nobody else may hold the amounts. */
  private Resources(
      ResourceDictionary dictionary,
      double cpuMillis,
      double memoryBytes,
      long maxTasks,
      int[] ids,
      double[] values) {
    this.dictionary = dictionary;
    this.cpuMillis = cpuMillis;
    this.memoryBytes = memoryBytes;
    this.maxTasks = maxTasks;
    this.ids = ids;
    this.values = values;
  }

  /** Nothing, with no scalars stated, to become something. */
  Resources(ResourceDictionary dictionary) {
    this(dictionary, 0, 0, 0, UNSTATED, NO_VALUES);
  }

  /** The amounts of another one at this moment. */
  Resources(Resources start) {
    this(
        start.dictionary,
        start.cpuMillis,
        start.memoryBytes,
        start.maxTasks,
        start.ids,
        start.values.length == 0 ? NO_VALUES : start.values.clone());
  }

  /** Nothing, with no scalars stated; upstream's {@code EmptyResource}. */
  public static Resources none(ResourceDictionary dictionary) {
    return dictionary.none;
  }

  /** As much cpu and memory as there can be, without scalars; upstream's InfiniteResource. */
  public static Resources infinite(ResourceDictionary dictionary) {
    return new Resources(
        dictionary, Double.MAX_VALUE, Double.MAX_VALUE, Long.MAX_VALUE, UNSTATED, NO_VALUES);
  }

  /**
   * The amounts of a list; upstream's {@code NewResource}. Counts of objects ({@code count/pods})
   * and names that are no scalar are left out.
   *
   * @param ignoredDevices scalars that device plugins of the scheduler account for themselves
   */
  public static Resources of(
      ResourceList list, ResourceDictionary dictionary, Set<String> ignoredDevices) {
    return list.isEmpty()
        ? none(dictionary)
        : new ResourcesSum(dictionary).add(list, ignoredDevices).view();
  }

  public ResourceDictionary dictionary() {
    return dictionary;
  }

  public double cpuMillis() {
    return cpuMillis;
  }

  public double memoryBytes() {
    return memoryBytes;
  }

  /** The most tasks that a node takes; no operation computes with it. */
  public long maxTasks() {
    return maxTasks;
  }

  /** Whether there is a list of scalars at all, if only an empty one. */
  @SuppressWarnings("ReferenceEquality") // which empty array it is, is the question
  public boolean scalarsStated() {
    return ids != UNSTATED;
  }

  /** The amount of a resource by its number in the dictionary, 0 where there is none. */
  public double get(int id) {
    return switch (id) {
      case ResourceDictionary.CPU -> cpuMillis;
      case ResourceDictionary.MEMORY -> memoryBytes;
      default -> {
        int position = position(id);
        yield position < 0 ? 0 : values[position];
      }
    };
  }

  public boolean hasScalar(int id) {
    return position(id) >= 0;
  }

  int position(int id) {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] >= id) {
        return ids[i] == id ? i : -1;
      }
    }
    return -1;
  }

  /** How many scalars there are, those of amount 0 included. */
  public int scalarCount() {
    return ids.length;
  }

  /** The number in the dictionary of the scalar at a position, in ascending order. */
  public int scalarId(int position) {
    return ids[position];
  }

  /** The amount of the scalar at a position. */
  public double scalarValue(int position) {
    return values[position];
  }

  /** How many dimensions there are: cpu, memory and every scalar. */
  public int dimensionCount() {
    return ResourceDictionary.MEMORY + 1 + ids.length;
  }

  /** The number in the dictionary of the dimension at a position, in ascending order. */
  public int dimensionId(int position) {
    return position <= ResourceDictionary.MEMORY
        ? position
        : ids[position - ResourceDictionary.MEMORY - 1];
  }

  /** Whether there is next to nothing of everything but pods; upstream's {@code IsEmpty}. */
  public boolean isEmpty() {
    if (!(cpuMillis < EPSILON && memoryBytes < EPSILON)) {
      return false;
    }
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != ResourceDictionary.PODS && values[i] >= EPSILON) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is nothing at all, not even a scalar of amount 0. */
  public boolean isNone() {
    return cpuMillis == 0 && memoryBytes == 0 && ids.length == 0;
  }

  /** Whether there is less than nothing of some resource. */
  public boolean anyNegative() {
    boolean negative = cpuMillis < 0 || memoryBytes < 0;
    for (int i = 0; i < values.length && !negative; i++) {
      negative = values[i] < 0;
    }
    return negative;
  }

  /**
   * Whether there is next to nothing of one resource; upstream's {@code IsZero}.
   *
   * @throws IllegalArgumentException if scalars are stated but not this one, where upstream panics
   */
  public boolean isZero(int id) {
    if (id > ResourceDictionary.MEMORY && scalarsStated() && !hasScalar(id)) {
      throw new IllegalArgumentException(
          "unknown resource (%s) in (%s)".formatted(dictionary.name(id), this));
    }
    return get(id) < EPSILON;
  }

  /** The sum; upstream's {@code Add}. */
  public Resources plus(Resources other) {
    return hasAllScalarsOf(other) ? combined(other, 1) : sum().add(other).view();
  }

  /** Whether this has every scalar that the other has, so that the result has the same ones. */
  boolean hasAllScalarsOf(Resources other) {
    if (dictionary != other.dictionary || ids.length < other.ids.length) {
      return false;
    }
    int mine = 0;
    for (int id : other.ids) {
      while (mine < ids.length && ids[mine] < id) {
        mine++;
      }
      if (mine == ids.length || ids[mine] != id) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds or takes away amounts whose scalars are all here.
   *
   * @param sign 1 or -1
   */
  private Resources combined(Resources other, int sign) {
    Resources result = copy();
    result.change(other, sign);
    return result;
  }

  /** Adds or takes away, in place, amounts whose scalars are all here. */
  void change(Resources other, int sign) {
    cpuMillis += sign * other.cpuMillis;
    memoryBytes += sign * other.memoryBytes;
    int mine = 0;
    for (int i = 0; i < other.ids.length; i++) {
      while (ids[mine] != other.ids[i]) {
        mine++;
      }
      values[mine] += sign * other.values[i];
    }
  }

  /** The amounts of this moment, whatever becomes of a total that these are a view of. */
  public Resources copy() {
    return new Resources(this);
  }

  /**
   * The difference of what is at most this; upstream's {@code Sub}. Where this has no scalars
   * stated, those of the other are left out.
   *
   * @throws IllegalArgumentException if the other is not less or equal, where upstream panics
   */
  public Resources minus(Resources other) {
    if (!other.lessEqual(this, MissingDimension.ZERO)) {
      throw new IllegalArgumentException(
          "resource is not sufficient to do operation: <%s> sub <%s>".formatted(this, other));
    }
    return minusAllowingNegative(other);
  }

  /** The difference whatever its sign; upstream's {@code SubWithoutAssert}. */
  public Resources minusAllowingNegative(Resources other) {
    return hasAllScalarsOf(other) ? combined(other, -1) : sum().subtract(other).view();
  }

  /** Every amount times a factor; upstream's {@code Multi}. */
  public Resources times(double factor) {
    double[] products = values.clone();
    for (int i = 0; i < products.length; i++) {
      products[i] *= factor;
    }
    return new Resources(
        dictionary, cpuMillis * factor, memoryBytes * factor, maxTasks, ids, products);
  }

  /** The greater amount of each dimension that either side has; upstream's SetMaxResource. */
  public Resources max(Resources other) {
    return sum().atLeast(other).view();
  }

  /** The same without scalars below 0 and the number of tasks; upstream's {@code helpers.Max}. */
  public Resources maxOfPositive(Resources other) {
    return ResourcesSum.greaterOfPositive(this, other).view();
  }

  /**
   * The lesser amount of each dimension that this side has; upstream's {@code
   * MinDimensionResource}. With {@link MissingDimension#ZERO} scalars that the other lacks become
   * 0.
   */
  public Resources min(Resources other, MissingDimension missing) {
    double[] lesser = values.clone();
    for (int i = 0; i < lesser.length; i++) {
      if (other.hasScalar(ids[i])) {
        lesser[i] = Math.min(lesser[i], other.get(ids[i]));
      } else if (missing == MissingDimension.ZERO) {
        lesser[i] = 0;
      }
    }
    return new Resources(
        dictionary,
        other.cpuMillis < cpuMillis ? other.cpuMillis : cpuMillis,
        other.memoryBytes < memoryBytes ? other.memoryBytes : memoryBytes,
        maxTasks,
        ids,
        lesser);
  }

  /**
   * What remains after a request, each requested amount with {@link #EPSILON} on top; a negative
   * dimension is one that does not suffice. Upstream's {@code FitDelta}.
   */
  public Resources fitDelta(Resources request) {
    return sum().subtractRequested(request).view();
  }

  /** What this side has more and what it has less than the other; upstream's {@code Diff}. */
  public Difference difference(Resources other, MissingDimension missing) {
    return Difference.between(this, other, missing);
  }

  /** What this exceeds a limit by, or all of it without one; upstream's {@code ExceededPart}. */
  public Resources exceeding(@Nullable Resources limit) {
    return limit == null ? this : difference(limit, MissingDimension.ZERO).increased();
  }

  /**
   * Whether every dimension is strictly less; upstream's {@code Less}. With {@link
   * MissingDimension#INFINITY} a scalar that only the other side has makes it false.
   */
  public boolean less(Resources other, MissingDimension missing) {
    return find(false, other, missing, true);
  }

  /** Whether every dimension is less, or equal up to the epsilon; upstream's {@code LessEqual}. */
  public boolean lessEqual(Resources other, MissingDimension missing) {
    return find(false, other, missing, false);
  }

  /**
   * Whether some dimension is strictly less; upstream's {@code LessPartly}. With {@link
   * MissingDimension#ZERO} a scalar that only the other side has counts as less here, even if its
   * amount there is 0.
   */
  public boolean lessPartly(Resources other, MissingDimension missing) {
    return find(true, other, missing, true);
  }

  /** The same with equality up to the epsilon; upstream's {@code LessEqualPartly}. */
  public boolean lessEqualPartly(Resources other, MissingDimension missing) {
    return find(true, other, missing, false);
  }

  /**
   * Looks for a dimension that the comparison holds in, or that it does not hold in.
   *
   * @return the wanted answer if some dimension gives it, else the other one
   */
  private boolean find(boolean wanted, Resources other, MissingDimension missing, boolean strict) {
    if (holds(cpuMillis, other.cpuMillis, strict) == wanted
        || holds(memoryBytes, other.memoryBytes, strict) == wanted) {
      return wanted;
    }
    boolean zero = missing == MissingDimension.ZERO;
    int left = 0;
    int right = 0;
    while (left < ids.length || right < other.ids.length) {
      int order = order(left, other, right);
      boolean holds =
          switch (order) {
            case -1 -> !zero || holds(values[left], 0, strict);
            case 1 -> zero;
            default -> holds(values[left], other.values[right], strict);
          };
      if (holds == wanted) {
        return wanted;
      }
      left += order <= 0 ? 1 : 0;
      right += order >= 0 ? 1 : 0;
    }
    return !wanted;
  }

  /** Which side's scalar comes first: -1 for this one's, 1 for the other's, 0 for both. */
  private int order(int left, Resources other, int right) {
    if (left == ids.length) {
      return 1;
    }
    return right == other.ids.length ? -1 : Integer.compare(ids[left], other.ids[right]);
  }

  private static boolean holds(double left, double right, boolean strict) {
    return strict ? left < right : lessEqual(left, right);
  }

  /** Whether one amount is less than another, or equal up to the epsilon. */
  static boolean lessEqual(double left, double right) {
    return left < right || Math.abs(left - right) < EPSILON;
  }

  /**
   * Whether every dimension that this side has is the same up to the epsilon; upstream's {@code
   * Equal}, which does not look at scalars that only the other side has.
   */
  public boolean sameAmounts(Resources other) {
    if (!same(cpuMillis, other.cpuMillis) || !same(memoryBytes, other.memoryBytes)) {
      return false;
    }
    for (int i = 0; i < ids.length; i++) {
      if (!same(values[i], other.get(ids[i]))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether all amounts are the same to the last bit, whether or not scalars are stated where there
   * are none; upstream's {@code equality.Semantic.DeepEqual}.
   */
  public boolean exactlySameAmounts(Resources other) {
    return cpuMillis == other.cpuMillis
        && memoryBytes == other.memoryBytes
        && maxTasks == other.maxTasks
        && Arrays.equals(ids, other.ids)
        && Arrays.equals(values, other.values);
  }

  private static boolean same(double left, double right) {
    return left == right || Math.abs(left - right) < EPSILON;
  }

  /** A running total that starts from these amounts. */
  public ResourcesSum sum() {
    return new ResourcesSum(this);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Resources that
            && dictionary == that.dictionary
            && Double.compare(cpuMillis, that.cpuMillis) == 0
            && Double.compare(memoryBytes, that.memoryBytes) == 0
            && maxTasks == that.maxTasks
            && scalarsStated() == that.scalarsStated()
            && Arrays.equals(ids, that.ids)
            && Arrays.equals(values, that.values));
  }

  @Override
  public int hashCode() {
    int result = Double.hashCode(cpuMillis);
    result = 31 * result + Double.hashCode(memoryBytes);
    result = 31 * result + Long.hashCode(maxTasks);
    result = 31 * result + Arrays.hashCode(ids);
    return 31 * result + Arrays.hashCode(values);
  }

  /** The text that upstream prints, scalars in the order of their names. */
  @Override
  public String toString() {
    return ResourcesText.of(this);
  }
}
