package io.merapi.sim.report;

import java.util.Arrays;

/** Many ratios, such as slowdowns, in short; all zero where there were none. */
public record Ratios(
    long count, double mean, double median, double p95, double p99, double largest) {

  /** No ratios at all. */
  public static final Ratios NONE = new Ratios(0, 0, 0, 0, 0, 0);

  /** Of ratios in any order, which are sorted on the way. */
  public static Ratios of(double[] ratios) {
    if (ratios.length == 0) {
      return NONE;
    }
    Arrays.sort(ratios);
    return new Ratios(
        ratios.length,
        Arrays.stream(ratios).sum() / ratios.length,
        ratios[Durations.rank(ratios.length, 0.50)],
        ratios[Durations.rank(ratios.length, 0.95)],
        ratios[Durations.rank(ratios.length, 0.99)],
        ratios[ratios.length - 1]);
  }
}
