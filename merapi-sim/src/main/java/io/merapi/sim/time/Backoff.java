package io.merapi.sim.time;

import java.time.Duration;

/**
 * How long one waits after a failure before one tries again: twice as long after each.
 *
 * @param first how long after the first failure
 * @param longest how long at most
 */
public record Backoff(Duration first, Duration longest) {

  /** Beyond so many doublings any wait is the longest. */
  private static final int MOST_DOUBLINGS = 20;

  /**
   * How long one waits now.
   *
   * @param failures so far, at least one
   */
  public Duration after(int failures) {
    Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }
}
