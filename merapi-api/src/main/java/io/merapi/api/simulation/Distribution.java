package io.merapi.api.simulation;

import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Numbers that chance draws; durations are in seconds. */
public sealed interface Distribution {

  /** Draws a number. */
  double sample(RandomGenerator random);

  /** Always the same. */
  record Constant(double value) implements Distribution {

    @Override
    public double sample(RandomGenerator random) {
      return value;
    }
  }

  /** Anything from one number to another. */
  record Uniform(double min, double max) implements Distribution {

    public Uniform {
      require(min <= max, "min must not be above max");
    }

    @Override
    public double sample(RandomGenerator random) {
      return min + (max - min) * random.nextDouble();
    }
  }

  /** The time between events that know nothing of each other. */
  record Exponential(double mean) implements Distribution {

    public Exponential {
      require(mean > 0, "mean must be above 0");
    }

    @Override
    public double sample(RandomGenerator random) {
      return -mean * Math.log1p(-random.nextDouble());
    }
  }

  /** Around a mean, never below zero. */
  record Normal(double mean, double deviation) implements Distribution {

    public Normal {
      require(deviation >= 0, "deviation must not be below 0");
    }

    @Override
    public double sample(RandomGenerator random) {
      return Math.max(0, mean + deviation * random.nextGaussian());
    }
  }

  /**
   * Many small numbers and a few that are very large, as run times are.
   *
   * @param median half of all are below
   * @param p95 one of twenty is above
   */
  record LogNormal(double median, double p95) implements Distribution {

    /** How many deviations the 95th percentile of a normal distribution is from its mean. */
    private static final double P95_DEVIATIONS = 1.6448536269514722;

    public LogNormal {
      require(median > 0, "median must be above 0");
      require(p95 >= median, "p95 must not be below median");
    }

    @Override
    public double sample(RandomGenerator random) {
      double sigma = Math.log(p95 / median) / P95_DEVIATIONS;
      return median * Math.exp(sigma * random.nextGaussian());
    }
  }

  /** Times to a failure: a shape below 1 fails early, above 1 by wear. */
  record Weibull(double scale, double shape) implements Distribution {

    public Weibull {
      require(scale > 0 && shape > 0, "scale and shape must be above 0");
    }

    @Override
    public double sample(RandomGenerator random) {
      return scale * Math.pow(-Math.log1p(-random.nextDouble()), 1 / shape);
    }
  }

  /**
   * One of some numbers.
   *
   * @param weights by number, how often each is drawn in comparison
   */
  record Choice(Map<Double, Double> weights) implements Distribution {

    public Choice {
      weights = new TreeMap<>(weights);
      require(!weights.isEmpty(), "at least one value must be given");
      require(weights.values().stream().allMatch(weight -> weight >= 0), "weights must be >= 0");
      require(weights.values().stream().anyMatch(weight -> weight > 0), "all weights are 0");
    }

    @Override
    public double sample(RandomGenerator random) {
      double total = 0;
      for (double weight : weights.values()) {
        total += weight;
      }
      double left = random.nextDouble() * total;
      double value = 0;
      for (var entry : weights.entrySet()) {
        if (entry.getValue() > 0) {
          value = entry.getKey();
          left -= entry.getValue();
          if (left < 0) {
            break;
          }
        }
      }
      return value;
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
