package io.merapi.explain.conformance;

import io.merapi.api.resource.Quantity;
import io.merapi.explain.conformance.CaseResult.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares answers of the batch layer by the rules of its vectors: numbers nearly, a number of 0
 * like none, reasons and conditions in any order.
 */
final class BatchComparison {

  private static final double RELATIVE = 1e-6;
  private static final double ABSOLUTE = 1e-9;

  /** Lists whose order says nothing. */
  private static final Set<String> SETS = Set.of("reasons", "statusCodes");

  /** Which task of a job is named as the first cause is a matter of chance upstream. */
  private static final Pattern FIRST_CAUSE = Pattern.compile("Origin reason is [^:]+: ");

  private static final String QUANTITIES = "queueAllocated";
  private static final String CONDITIONS = "conditions";
  private static final String MESSAGE = "message";
  private static final String NONE = "none";

  private final List<Difference> differences = new ArrayList<>();

  List<Difference> differences() {
    return differences;
  }

  void compare(String path, @Nullable Object expected, @Nullable Object found) {
    if (expected instanceof Map<?, ?> || found instanceof Map<?, ?>) {
      compareMaps(path, expected, found);
    } else if (expected instanceof List<?> want && found instanceof List<?> have) {
      compareLists(path, want, have);
    } else if (!same(path, expected, found)) {
      differences.add(new Difference(path, text(expected), text(found)));
    }
  }

  private void compareMaps(String path, @Nullable Object expected, @Nullable Object found) {
    if (expected instanceof Map<?, ?> want && found instanceof Map<?, ?> have) {
      var keys = new TreeSet<String>();
      want.keySet().forEach(key -> keys.add(Objects.toString(key)));
      have.keySet().forEach(key -> keys.add(Objects.toString(key)));
      keys.forEach(
          key -> compare(path.isEmpty() ? key : path + "." + key, want.get(key), have.get(key)));
    } else {
      differences.add(new Difference(path, text(expected), text(found)));
    }
  }

  private void compareLists(String path, List<?> expected, List<?> found) {
    String name = path.substring(path.lastIndexOf('.') + 1);
    if (name.equals(CONDITIONS)) {
      compareConditions(path, expected, found);
      return;
    }
    List<?> want = SETS.contains(name) ? sorted(expected) : expected;
    List<?> have = SETS.contains(name) ? sorted(found) : found;
    if (want.size() != have.size()) {
      differences.add(new Difference(path, text(expected), text(found)));
      return;
    }
    for (int i = 0; i < want.size(); i++) {
      compare("%s[%d]".formatted(path, i), want.get(i), have.get(i));
    }
  }

  private static List<String> sorted(List<?> values) {
    return values.stream().map(BatchComparison::text).sorted().toList();
  }

  private void compareConditions(String path, List<?> expected, List<?> found) {
    boolean same =
        expected.size() == found.size()
            && expected.stream()
                .allMatch(want -> found.stream().anyMatch(have -> sameCondition(want, have)));
    if (!same) {
      differences.add(new Difference(path, text(expected), text(found)));
    }
  }

  private static boolean sameCondition(@Nullable Object expected, @Nullable Object found) {
    if (!(expected instanceof Map<?, ?> want && found instanceof Map<?, ?> have)) {
      return false;
    }
    boolean sameKind =
        List.of("type", "status", "reason").stream()
            .allMatch(key -> Objects.equals(want.get(key), have.get(key)));
    Object message = have.get(MESSAGE);
    return sameKind
        && (want.get("messageAnyOf") instanceof List<?> texts
            ? texts.stream().anyMatch(text -> sameText(text, message))
            : sameText(want.get(MESSAGE), message));
  }

  private static boolean same(String path, @Nullable Object expected, @Nullable Object found) {
    if (path.contains(QUANTITIES)) {
      return quantity(expected).equals(quantity(found));
    }
    if (isNumber(expected) || isNumber(found)) {
      return near(number(expected), number(found));
    }
    return sameText(expected, found);
  }

  private static Quantity quantity(@Nullable Object value) {
    return value == null ? Quantity.ZERO : Quantity.parse(value.toString());
  }

  private static boolean isNumber(@Nullable Object value) {
    return value instanceof Number;
  }

  /** A number; those that JSON cannot hold stand as words, and none is 0. */
  private static double number(@Nullable Object value) {
    return switch (value) {
      case null -> 0;
      case Number number -> number.doubleValue();
      case String text when text.equals("Max") -> Double.POSITIVE_INFINITY;
      case String text when text.equals("-Max") -> Double.NEGATIVE_INFINITY;
      default -> Double.NaN;
    };
  }

  private static boolean near(double expected, double found) {
    double want = bounded(expected);
    double have = bounded(found);
    return Double.compare(want, have) == 0
        || Math.abs(want - have)
            <= Math.max(ABSOLUTE, RELATIVE * Math.max(Math.abs(want), Math.abs(have)));
  }

  private static double bounded(double value) {
    return Double.isNaN(value) ? value : Math.clamp(value, -Double.MAX_VALUE, Double.MAX_VALUE);
  }

  private static boolean sameText(@Nullable Object expected, @Nullable Object found) {
    return Objects.equals(normal(expected), normal(found));
  }

  private static @Nullable Object normal(@Nullable Object value) {
    return value instanceof String text
        ? FIRST_CAUSE.matcher(text).replaceAll("Origin reason is <task>: ")
        : value;
  }

  private static String text(@Nullable Object value) {
    return value == null ? NONE : Objects.toString(value);
  }
}
