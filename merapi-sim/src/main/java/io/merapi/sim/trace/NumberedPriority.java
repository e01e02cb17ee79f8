package io.merapi.sim.trace;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * A priority that a trace gives as a number.
 *
 * <p>Pods have numbers, groups of pods have classes; so each number gets a class of its own.
 */
record NumberedPriority(int value) {

  private static final String PREFIX = "priority-";

  /** What the API server takes from users at most. */
  private static final int MOST = 1_000_000_000;

  static NumberedPriority of(Row row) {
    long value = row.whole("priority", Integer.MIN_VALUE);
    if (value > MOST) {
      throw new BrokenRow(
          "priority", row.text("priority"), "a whole number up to 1000000000, or a priority class");
    }
    return new NumberedPriority((int) value);
  }

  /** The number behind the name of such a class; null for any other class. */
  static @Nullable NumberedPriority named(String className) {
    return className.matches(PREFIX + "-?\\d+")
        ? new NumberedPriority(Integer.parseInt(className.substring(PREFIX.length())))
        : null;
  }

  String className() {
    return PREFIX + value;
  }

  PriorityClass asClass() {
    return new PriorityClass(ObjectMeta.named("", className()), value, false, "");
  }
}
