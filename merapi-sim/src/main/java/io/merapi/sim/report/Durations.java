package io.merapi.sim.report;

import java.time.Duration;
import java.util.Arrays;

/**
 * How long many things took; all zero where there were none.
 *
 * @param count how many there were
 */
public record Durations(
    long count, Duration mean, Duration median, Duration p95, Duration p99, Duration longest) {

  /** Nothing took any time. */
  public static final Durations NONE =
      new Durations(0, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /** Of milliseconds in any order, which are sorted on the way. */
  public static Durations of(long[] millis) {
    if (millis.length == 0) {
      return NONE;
    }
    Arrays.sort(millis);
    return new Durations(
        millis.length,
        Duration.ofMillis(Arrays.stream(millis).sum() / millis.length),
        quantile(millis, 0.50),
        quantile(millis, 0.95),
        quantile(millis, 0.99),
        Duration.ofMillis(millis[millis.length - 1]));
  }

  /** The smallest that is at least as long as the given share of all. */
  private static Duration quantile(long[] sorted, double share) {
    return Duration.ofMillis(sorted[rank(sorted.length, share)]);
  }

  /** Where the quantile stands in a sorted list. */
  static int rank(int size, double share) {
    return Math.max(0, (int) Math.ceil(share * size) - 1);
  }
}
