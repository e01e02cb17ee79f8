package io.merapi.sim.report;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** How long pods waited for a node; all zero where none got one. */
public record WaitTimes(
    long pods, Duration mean, Duration median, Duration p95, Duration p99, Duration longest) {

  static WaitTimes of(List<Duration> waits) {
    if (waits.isEmpty()) {
      return new WaitTimes(
          0, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }
    long[] millis = waits.stream().mapToLong(Duration::toMillis).sorted().toArray();
    return new WaitTimes(
        millis.length,
        Duration.ofMillis(Arrays.stream(millis).sum() / millis.length),
        quantile(millis, 0.50),
        quantile(millis, 0.95),
        quantile(millis, 0.99),
        Duration.ofMillis(millis[millis.length - 1]));
  }

  /** The smallest wait that is at least as long as the given share of all. */
  private static Duration quantile(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return Duration.ofMillis(sorted[Math.max(0, index)]);
  }
}
