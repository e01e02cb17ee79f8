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

  /** A fraction that exceeds this takes no further digit, here as in Go. */
  private static final long LARGEST_BEFORE_DIGIT = Long.MAX_VALUE / 10 - 1;

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
    long digits = 0;
    double scale = 1;
    for (int i = 0; i < fraction.length() && digits <= LARGEST_BEFORE_DIGIT; i++) {
      digits = digits * 10 + (fraction.charAt(i) - '0');
      scale *= 10;
    }
    nanos = Math.addExact(nanos, (long) (digits * (unit / scale)));
    return nanos;
  }
}
