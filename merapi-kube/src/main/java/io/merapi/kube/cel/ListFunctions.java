package io.merapi.kube.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import io.merapi.kube.cel.FunctionLibrary.Parameter;
import java.time.Duration;
import java.util.List;

/** Sums, extremes and positions in lists. */
@SuppressWarnings("rawtypes") // The library hands lists over by their bare class.
final class ListFunctions {

  private static final TypeParamType ELEMENT = TypeParamType.create("T");
  private static final Parameter<List> LIST = new Parameter<>(ListType.create(ELEMENT), List.class);
  private static final Parameter<Object> ANY_ELEMENT = new Parameter<>(ELEMENT, Object.class);

  private static final Parameter<Object> ANY_VALUE = new Parameter<>(SimpleType.DYN, Object.class);

  /** No attribute has more values. */
  private static final int MOST_VALUES = 48;

  private ListFunctions() {}

  static FunctionLibrary lists() {
    return new FunctionLibrary()
        .member("isSorted", "list_is_sorted", SimpleType.BOOL, LIST, ListFunctions::isSorted)
        .member("sum", "list_sum", ELEMENT, LIST, ListFunctions::sum)
        .member("max", "list_max", ELEMENT, LIST, list -> extreme(list, "max", 1))
        .member("min", "list_min", ELEMENT, LIST, list -> extreme(list, "min", -1))
        .member(
            "indexOf",
            "list_a_index_of_int",
            SimpleType.INT,
            LIST,
            ANY_ELEMENT,
            (list, element) -> (long) list.indexOf(element))
        .member(
            "lastIndexOf",
            "list_a_last_index_of_int",
            SimpleType.INT,
            LIST,
            ANY_ELEMENT,
            (list, element) -> (long) list.lastIndexOf(element));
  }

  /** Functions for attributes that are lists, or may be. */
  static FunctionLibrary ofAttributes() {
    return new FunctionLibrary()
        .member(
            "includes",
            "dra_includes_dyn_dyn",
            SimpleType.BOOL,
            ANY_VALUE,
            ANY_VALUE,
            ListFunctions::includes);
  }

  private static boolean includes(Object target, Object value) {
    if (target instanceof List<?> list) {
      if (!list.subList(0, Math.min(list.size(), MOST_VALUES)).contains(value)
          && list.size() > MOST_VALUES) {
        throw new IllegalArgumentException(
            "'includes' function cannot be applied to lists longer than %d values"
                .formatted(MOST_VALUES));
      }
      return list.contains(value);
    }
    return target.equals(value);
  }

  private static boolean isSorted(List<?> list) {
    for (int i = 1; i < list.size(); i++) {
      if (compare(list.get(i - 1), list.get(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  private static Object sum(List<?> list) {
    Object sum = 0L;
    for (Object element : list) {
      sum = sum.equals(0L) ? element : plus(sum, element);
    }
    return sum;
  }

  private static Object plus(Object sum, Object element) {
    if (sum instanceof Long one && element instanceof Long other) {
      return Math.addExact(one, other);
    }
    if (sum instanceof Double one && element instanceof Double other) {
      return one + other;
    }
    if (sum instanceof UnsignedLong one && element instanceof UnsignedLong other) {
      return one.plus(other);
    }
    if (sum instanceof Duration one && element instanceof Duration other) {
      return one.plus(other);
    }
    throw new IllegalArgumentException("no such overload");
  }

  private static Object extreme(List<?> list, String name, int direction) {
    if (list.isEmpty()) {
      throw new IllegalArgumentException(name + " called on empty list");
    }
    Object best = list.getFirst();
    for (Object element : list) {
      best = compare(element, best) * direction > 0 ? element : best;
    }
    return best;
  }

  @SuppressWarnings("unchecked") // A comparable of the other's class takes the other.
  private static int compare(Object one, Object other) {
    if (one instanceof Comparable comparable && one.getClass() == other.getClass()) {
      return Integer.signum(comparable.compareTo(other));
    }
    throw new IllegalArgumentException("no such overload");
  }
}
