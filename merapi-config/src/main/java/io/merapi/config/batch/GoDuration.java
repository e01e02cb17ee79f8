package io.merapi.config.batch;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Go writes them: {@code 1h30m}, {@code 1.5s}, {@code -2ms}. */
final class GoDuration {

  private static final Pattern PART =
      Pattern.compile("([0-9]*)(?:\\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  /** More digits than this are beyond what a double tells apart, and what Go looks at. */
  private static final int FRACTION_DIGITS = 18;

  private GoDuration() {}

  /** The duration; null if the text is none, or one of more than about 292 years. */
  static @Nullable Duration parse(String text) {
    boolean negative = text.startsWith("-");
    String parts = negative || text.startsWith("+") ? text.substring(1) : text;
    if (parts.equals("0")) {
      return Duration.ZERO;
    }
    if (parts.isEmpty()) {
      return null;
    }
    long sum = 0;
    Matcher matcher = PART.matcher(parts);
    int end = 0;
    try {
      while (end < parts.length()) {
        if (!matcher.find() || matcher.start() != end) {
          return null;
        }
        sum = Math.addExact(sum, nanos(matcher));
        end = matcher.end();
      }
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
    return Duration.ofNanos(negative ? -sum : sum);
  }

  private static long nanos(Matcher part) {
    String whole = part.group(1);
    String fraction = part.group(2) == null ? "" : part.group(2);
    if (whole.isEmpty() && fraction.isEmpty()) {
      throw new NumberFormatException("a number without digits");
    }
    Long unit = NANOS.get(part.group(3));
    if (unit == null) {
      throw new NumberFormatException("a number without unit");
    }
    long nanos = whole.isEmpty() ? 0 : Math.multiplyExact(Long.parseLong(whole), unit);
    if (!fraction.isEmpty()) {
      String digits = fraction.substring(0, Math.min(fraction.length(), FRACTION_DIGITS));
      double scaled = Long.parseLong(digits) * (unit / Math.pow(10, digits.length()));
      nanos = Math.addExact(nanos, (long) scaled);
    }
    return nanos;
  }
}
