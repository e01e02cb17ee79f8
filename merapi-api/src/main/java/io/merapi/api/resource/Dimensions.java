package io.merapi.api.resource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dimensions in which a comparison of {@link Resources} fails or holds, by name.
 *
 * <p>Each question comes twice: as a list of names for messages, and as a yes or no that allocates
 * nothing. Names are in a fixed order: cpu, memory, then scalars by name; upstream gives the
 * scalars in no particular order. Comparisons along a request look only at dimensions of which it
 * asks for more than 0, and never at pods, of which every task asks for one.
 */
public final class Dimensions {

  private Dimensions() {}

  /** The dimensions there is a noticeable amount of; upstream's {@code ResourceNames}. */
  public static List<String> of(Resources resources) {
    return collect(resources, (id, amount) -> amount >= Resources.EPSILON);
  }

  /** The dimensions that both have a noticeable amount of; upstream's {@code Intersection}. */
  public static List<String> shared(Resources left, Resources right) {
    return collect(
        right, (id, amount) -> amount >= Resources.EPSILON && left.get(id) >= Resources.EPSILON);
  }

  /** The same without pods; upstream's {@code IntersectionWithIgnoredScalarResources}. */
  public static List<String> sharedButPods(Resources left, Resources right) {
    return collect(
        right,
        (id, amount) ->
            id != ResourceDictionary.PODS
                && amount >= Resources.EPSILON
                && left.get(id) >= Resources.EPSILON);
  }

  /**
   * The dimensions in which the left side is neither less nor equal up to the epsilon; upstream's
   * {@code LessEqualWithResourcesName}, which holds if there are none, and {@code GreaterPartly},
   * which holds if there are some. Unlike {@link Resources#lessEqual} it never looks at scalars
   * that only the right side has.
   */
  public static List<String> exceeding(Resources left, Resources right, MissingDimension missing) {
    return collect(left, (id, amount) -> exceeds(amount, right, id, missing));
  }

  /** The first that {@link #exceeding(Resources, Resources, MissingDimension)} names, if any. */
  public static @Nullable String firstExceeding(
      Resources left, Resources right, MissingDimension missing) {
    if (exceeds(left.cpuMillis(), right, ResourceDictionary.CPU, missing)) {
      return ResourceNames.CPU;
    }
    if (exceeds(left.memoryBytes(), right, ResourceDictionary.MEMORY, missing)) {
      return ResourceNames.MEMORY;
    }
    String first = null;
    for (int i = 0; i < left.scalarCount(); i++) {
      if (exceeds(left.scalarValue(i), right, left.scalarId(i), missing)) {
        String name = left.dictionary().name(left.scalarId(i));
        first = first == null || name.compareTo(first) < 0 ? name : first;
      }
    }
    return first;
  }

  private static boolean exceeds(double amount, Resources right, int id, MissingDimension missing) {
    return (missing == MissingDimension.ZERO || !isMissing(right, id))
        && !Resources.lessEqual(amount, right.get(id));
  }

  /**
   * The requested dimensions in which the left side is greater, without an epsilon; upstream's
   * {@code LessEqualWithDimensionAndResourcesName}, which holds if there are none. Without a
   * request all dimensions count, with the epsilon. Scalars count only if the left side has some
   * stated.
   */
  public static List<String> exceeding(
      Resources left, Resources right, @Nullable Resources request) {
    if (request == null) {
      return exceeding(left, right, MissingDimension.ZERO);
    }
    return collect(request, (id, amount) -> exceeds(left, right, id, amount));
  }

  /** Whether {@link #exceeding(Resources, Resources, Resources)} names none. */
  public static boolean fits(Resources left, Resources right, Resources request) {
    if (exceeds(left, right, ResourceDictionary.CPU, request.cpuMillis())
        || exceeds(left, right, ResourceDictionary.MEMORY, request.memoryBytes())) {
      return false;
    }
    for (int i = 0; i < request.scalarCount(); i++) {
      if (exceeds(left, right, request.scalarId(i), request.scalarValue(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a request and what is there already fit together, in all that is requested. */
  public static boolean fitsBeside(Resources present, Resources right, Resources request) {
    if (exceedsBeside(present, right, ResourceDictionary.CPU, request.cpuMillis())
        || exceedsBeside(present, right, ResourceDictionary.MEMORY, request.memoryBytes())) {
      return false;
    }
    for (int i = 0; i < request.scalarCount(); i++) {
      if (exceedsBeside(present, right, request.scalarId(i), request.scalarValue(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean exceedsBeside(
      Resources present, Resources right, int id, double requested) {
    return requested > 0
        && id != ResourceDictionary.PODS
        && present.get(id) + requested > right.get(id);
  }

  private static boolean exceeds(Resources left, Resources right, int id, double requested) {
    return requested > 0
        && id != ResourceDictionary.PODS
        && (id <= ResourceDictionary.MEMORY || left.scalarsStated())
        && left.get(id) > right.get(id);
  }

  /**
   * The requested dimensions in which the left side is less or equal up to the epsilon; upstream's
   * {@code LessEqualPartlyWithDimension}, which holds if there are some.
   */
  public static List<String> sufficient(Resources left, Resources right, Resources request) {
    return collect(request, (id, amount) -> suffices(left, right, id, amount));
  }

  /** Whether {@link #sufficient} names any. */
  public static boolean anySufficient(Resources left, Resources right, Resources request) {
    if (suffices(left, right, ResourceDictionary.CPU, request.cpuMillis())
        || suffices(left, right, ResourceDictionary.MEMORY, request.memoryBytes())) {
      return true;
    }
    for (int i = 0; i < request.scalarCount(); i++) {
      if (suffices(left, right, request.scalarId(i), request.scalarValue(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean suffices(Resources left, Resources right, int id, double requested) {
    return requested > 0
        && id != ResourceDictionary.PODS
        && Resources.lessEqual(left.get(id), right.get(id));
  }

  /**
   * The same without dimensions of which neither side has a noticeable amount; upstream's {@code
   * LessEqualPartlyWithDimensionZeroFiltered}.
   */
  public static List<String> sufficientInUse(Resources left, Resources right, Resources request) {
    return collect(
        request, (id, amount) -> inUse(left, right, id) && suffices(left, right, id, amount));
  }

  /** Whether {@link #sufficientInUse} names any. */
  public static boolean anySufficientInUse(Resources left, Resources right, Resources request) {
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (inUse(left, right, id) && suffices(left, right, id, request.get(id))) {
        return true;
      }
    }
    for (int i = 0; i < request.scalarCount(); i++) {
      int id = request.scalarId(i);
      if (inUse(left, right, id) && suffices(left, right, id, request.scalarValue(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean inUse(Resources left, Resources right, int id) {
    return !(left.get(id) < Resources.EPSILON && right.get(id) < Resources.EPSILON);
  }

  /**
   * The requested dimensions in which the left side is greater, without an epsilon; upstream's
   * {@code GreaterPartlyWithDimension}, which holds if there are some.
   */
  public static List<String> greater(Resources left, Resources right, Resources request) {
    return collect(request, (id, amount) -> isGreater(left, right, id, amount));
  }

  /** Whether {@link #greater} names any. */
  public static boolean anyGreater(Resources left, Resources right, Resources request) {
    if (isGreater(left, right, ResourceDictionary.CPU, request.cpuMillis())
        || isGreater(left, right, ResourceDictionary.MEMORY, request.memoryBytes())) {
      return true;
    }
    for (int i = 0; i < request.scalarCount(); i++) {
      if (isGreater(left, right, request.scalarId(i), request.scalarValue(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isGreater(Resources left, Resources right, int id, double requested) {
    return requested > 0 && id != ResourceDictionary.PODS && left.get(id) > right.get(id);
  }

  /**
   * The same along dimensions that the right side has: a noticeable amount of cpu or memory, a
   * scalar of any amount; upstream's {@code GreaterPartlyWithRelevantDimensions}.
   */
  public static List<String> greaterWhereDefined(
      Resources left, Resources right, Resources request) {
    return collect(
        request, (id, amount) -> isDefined(right, id) && isGreater(left, right, id, amount));
  }

  /** Whether {@link #greaterWhereDefined} names any. */
  public static boolean anyGreaterWhereDefined(Resources left, Resources right, Resources request) {
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (isDefined(right, id) && isGreater(left, right, id, request.get(id))) {
        return true;
      }
    }
    for (int i = 0; i < request.scalarCount(); i++) {
      int id = request.scalarId(i);
      if (isDefined(right, id) && isGreater(left, right, id, request.scalarValue(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDefined(Resources resources, int id) {
    return id <= ResourceDictionary.MEMORY
        ? !(resources.get(id) < Resources.EPSILON)
        : resources.hasScalar(id);
  }

  private static boolean isMissing(Resources resources, int id) {
    return id > ResourceDictionary.MEMORY && !resources.hasScalar(id);
  }

  private static List<String> collect(Resources resources, Test test) {
    ResourceDictionary dictionary = resources.dictionary();
    var names = new ArrayList<String>();
    for (int i = 0; i < resources.scalarCount(); i++) {
      if (test.holds(resources.scalarId(i), resources.scalarValue(i))) {
        names.add(dictionary.name(resources.scalarId(i)));
      }
    }
    names.sort(Comparator.naturalOrder());
    if (test.holds(ResourceDictionary.MEMORY, resources.memoryBytes())) {
      names.addFirst(ResourceNames.MEMORY);
    }
    if (test.holds(ResourceDictionary.CPU, resources.cpuMillis())) {
      names.addFirst(ResourceNames.CPU);
    }
    return List.copyOf(names);
  }

  @FunctionalInterface
  private interface Test {
    boolean holds(int id, double amount);
  }
}
