package io.merapi.kube.configuration;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Go writes them: {@code 300ms}, {@code 1.5h}, {@code 2h45m0s}. */
public final class GoDuration {

  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "\u00b5s", 1_000L,
          "\u03bcs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);
  private static final Pattern PART =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");
  private static final int MAX_LENGTH = 200;
  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private GoDuration() {}

  /** Reads a duration; null where the text is none, or one too long for Go to hold. */
  public static @Nullable Duration parse(String text) {
    boolean negative = text.startsWith("-");
    String rest = negative || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Duration.ZERO;
    }
    if (rest.isEmpty() || rest.length() > MAX_LENGTH) {
      return null;
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(rest);
    int end = 0;
    while (end < rest.length()) {
      if (!part.find(end) || part.start() != end) {
        return null;
      }
      BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L));
      nanos =
          nanos.add(new BigDecimal(part.group(1)).multiply(unit).setScale(0, RoundingMode.DOWN));
      end = part.end();
    }
    if (nanos.compareTo(MAX) > 0) {
      return null;
    }
    return Duration.ofNanos(negative ? -nanos.longValueExact() : nanos.longValueExact());
  }

  /** Writes a duration with its largest unit first, as Go does. */
  public static String format(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    String sign = duration.isNegative() ? "-" : "";
    Duration size = duration.abs();
    if (size.compareTo(Duration.ofSeconds(1)) < 0) {
      long nanos = size.toNanos();
      if (nanos < 1_000) {
        return sign + nanos + "ns";
      }
      return nanos < 1_000_000
          ? sign + decimal(nanos, 3) + "\u00b5s"
          : sign + decimal(nanos, 6) + "ms";
    }
    var text = new StringBuilder(sign);
    if (size.toHours() > 0) {
      text.append(size.toHours()).append('h');
    }
    if (size.toMinutes() > 0) {
      text.append(size.toMinutesPart()).append('m');
    }
    long nanosOfMinute = size.toSecondsPart() * 1_000_000_000L + size.toNanosPart();
    return text.append(decimal(nanosOfMinute, 9)).append('s').toString();
  }

  private static String decimal(long value, int places) {
    return value == 0
        ? "0"
        : BigDecimal.valueOf(value, places).stripTrailingZeros().toPlainString();
  }
}
