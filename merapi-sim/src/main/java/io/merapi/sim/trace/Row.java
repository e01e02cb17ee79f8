package io.merapi.sim.trace;

import io.merapi.api.resource.Quantity;
import io.merapi.config.objects.SimulatedDuration;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One line of a trace, asked by the names of its columns. */
final class Row {

  /** A thousand years: no job waits longer, and no clock of a simulation overflows. */
  private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(365_250L * 86_400);

  /** What a long can hold in any case. */
  private static final int MOST_DIGITS = 18;

  private final Map<String, Integer> columns;
  private final List<String> cells;

  /**
   * A line that was taken apart.
   *
   * @param columns where each stands, the first at 0
   */
  Row(Map<String, Integer> columns, List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new BrokenRow(
          "",
          "has %d columns, expected %d (%s)"
              .formatted(cells.size(), columns.size(), String.join(", ", columns.keySet())));
    }
    this.columns = columns;
    this.cells = cells;
  }

  /** What stands in a column; empty where nothing does, or where the trace has no such column. */
  String text(String column) {
    Integer place = columns.get(column);
    return place == null ? "" : cells.get(place).strip();
  }

  boolean has(String column) {
    return !text(column).isEmpty();
  }

  /** What stands in a column that must not be empty. */
  String required(String column, String expected) {
    if (!has(column)) {
      throw new BrokenRow(column, "is empty, expected " + expected);
    }
    return text(column);
  }

  /** What will do, with bars between; none where anything will. */
  List<String> alternatives(String column) {
    return Arrays.stream(text(column).split("\\|", -1))
        .map(String::strip)
        .filter(one -> !one.isEmpty())
        .toList();
  }

  /** A whole number of at least so much. */
  long whole(String column, long least) {
    String expected = "a whole number of at least " + least;
    String text = required(column, expected);
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Said below, as for a number that is too small.
    }
    throw new BrokenRow(column, text, expected);
  }

  /** A number that is not negative; a part of a unit counts as a whole one. */
  long roundedUp(String column) {
    String expected = "a number of at least 0";
    String text = required(column, expected);
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.signum() >= 0 && number.precision() - number.scale() <= MOST_DIGITS) {
        return number.setScale(0, RoundingMode.CEILING).longValueExact();
      }
    } catch (NumberFormatException _) {
      // Said below, as for a number that is negative.
    }
    throw new BrokenRow(column, text, expected);
  }

  /** A whole number that is to be counted out. */
  int count(String column, int least, int most) {
    long number = whole(column, least);
    if (number > most) {
      throw new BrokenRow(
          column, Long.toString(number), "a whole number from %d to %d".formatted(least, most));
    }
    return (int) number;
  }

  /** A time that is not negative: seconds, or a duration such as {@code 1h30m} or {@code 2d}. */
  Duration time(String column) {
    String expected = "seconds, or a duration such as 1h30m, not negative";
    String text = required(column, expected);
    // A duration ends with a unit; most traces have plain seconds.
    Duration time =
        Character.isDigit(text.charAt(text.length() - 1))
            ? seconds(text)
            : SimulatedDuration.parse(text);
    if (time == null) {
      throw new BrokenRow(column, text, expected);
    }
    return time;
  }

  private static @Nullable Duration seconds(String text) {
    try {
      BigDecimal seconds = new BigDecimal(text);
      return seconds.signum() < 0 || seconds.compareTo(MOST_SECONDS) > 0
          ? null
          : Duration.ofMillis(
              seconds.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValue());
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** An amount as Kubernetes writes it, not negative; 0 where nothing stands. */
  Quantity amount(String column, String example) {
    if (!has(column)) {
      return Quantity.ZERO;
    }
    try {
      Quantity amount = Quantity.parse(text(column));
      if (amount.sign() >= 0) {
        return amount;
      }
    } catch (IllegalArgumentException _) {
      // Said below, as for an amount that is negative.
    }
    throw new BrokenRow(
        column, text(column), "an amount such as %s, not negative".formatted(example));
  }
}
