package io.merapi.sim.workload;

import io.merapi.api.simulation.Distribution;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random numbers of a simulation: each purpose has its own, so that none disturbs another. */
public final class Chance {

  private static final double NANOS = 1e9;

  private Chance() {}

  /** The numbers for a purpose; the same for the same seed and purpose. */
  public static RandomGenerator of(long seed, String purpose) {
    long mixed = seed;
    for (int i = 0; i < purpose.length(); i++) {
      mixed = (mixed ^ purpose.charAt(i)) * 0x9E3779B97F4A7C15L;
      mixed ^= mixed >>> 29;
    }
    return new SplittableRandom(mixed);
  }

  /** Draws a length of time from a distribution of seconds; never a negative one. */
  public static Duration duration(Distribution seconds, RandomGenerator random) {
    double drawn = seconds.sample(random);
    return drawn <= 0 ? Duration.ZERO : Duration.ofNanos(Math.round(drawn * NANOS));
  }
}
