package io.merapi.api.plugin;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One value of a configuration file on its way into an argument record: {@code
 * in.integer("binpack.weight").atLeast(0).or(1)}.
 *
 * @param <T> the type of a usable value
 */
public interface Argument<T> {

  /**
   * Demands more of the value than its type.
   *
   * @param expected completes the sentence "… (value) must …"
   */
  Argument<T> where(Predicate<T> accepted, String expected);

  /**
   * Reports a value that upstream uses all the same, though it can hardly be meant, and keeps it.
   *
   * @param expected completes the sentence "… (value) should …"
   */
  Argument<T> should(Predicate<T> accepted, String expected);

  /** The value; the default where it is absent or unusable. */
  T or(T byDefault);

  /** The value; one default where it is absent and another where it is unusable. */
  T or(T whenAbsent, T whenUnusable);

  /** The value, or null where it is absent or unusable. */
  @Nullable T orNull();

  /** Demands a number of at least this much. */
  default Argument<T> atLeast(long minimum) {
    return where(
        value -> value instanceof Number number && number.doubleValue() >= minimum,
        "be at least " + minimum);
  }

  /** Demands a number within bounds, both included. */
  default Argument<T> between(long minimum, long maximum) {
    return where(
        value ->
            value instanceof Number number
                && number.doubleValue() >= minimum
                && number.doubleValue() <= maximum,
        "be between %d and %d".formatted(minimum, maximum));
  }
}
