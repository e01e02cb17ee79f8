package io.merapi.sim.compare;

import java.util.List;

/**
 * What several runs say of a figure.
 *
 * @param mean over the runs
 * @param margin half of the width of the 95 % confidence interval around the mean, by Student's
 *     distribution; 0 where there is one run only, which says nothing of it
 * @param values of the runs, in the order of their seeds
 */
public record Estimate(double mean, double margin, List<Double> values) {

  /** The 97.5th percentile of Student's distribution, by degrees of freedom from 1 on. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
  };

  private static final double NORMAL = 1.95996;

  public Estimate {
    values = List.copyOf(values);
  }

  /** The mean of some values and how sure it is. */
  public static Estimate of(List<Double> values) {
    int runs = values.size();
    double mean = values.stream().mapToDouble(Double::doubleValue).sum() / runs;
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    double margin =
        runs < 2 ? 0 : quantile(runs - 1) * Math.sqrt(squares / (runs - 1)) / Math.sqrt(runs);
    return new Estimate(mean, margin, values);
  }

  /** Above the table, the first term of the expansion around the normal distribution is enough. */
  private static double quantile(int freedom) {
    return freedom <= STUDENT.length
        ? STUDENT[freedom - 1]
        : NORMAL + (NORMAL * NORMAL * NORMAL + NORMAL) / (4 * freedom);
  }

  /** Whether the runs leave no doubt that it is not zero. */
  public boolean certain() {
    return values.size() > 1 && Math.abs(mean) > margin;
  }
}
