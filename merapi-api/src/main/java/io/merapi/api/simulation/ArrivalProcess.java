package io.merapi.api.simulation;

import java.time.Duration;

/** When jobs come. */
public sealed interface ArrivalProcess {

  /** At random, independent of each other. */
  record Poisson(double perHour) implements ArrivalProcess {

    public Poisson {
      positive(perHour, "perHour");
    }
  }

  /** At equal distances. */
  record Uniform(Duration every) implements ArrivalProcess {

    public Uniform {
      positive((double) every.toNanos(), "every");
    }
  }

  /**
   * Many at once, at random moments.
   *
   * @param perHour how many bursts come
   * @param size how many jobs a burst has
   * @param spread over how long the jobs of a burst come
   */
  record Bursty(double perHour, Distribution size, Duration spread) implements ArrivalProcess {

    public Bursty {
      positive(perHour, "perHour");
    }
  }

  /**
   * At random, more by day than by night.
   *
   * @param perHour on average over a day
   * @param peak the time of day, since midnight, at which most come; the simulation starts at
   *     midnight
   * @param swing how much the rate rises and falls around its average; 0 not at all, 1 to nothing
   */
  record Diurnal(double perHour, Duration peak, double swing) implements ArrivalProcess {

    public Diurnal {
      positive(perHour, "perHour");
      if (!(swing >= 0 && swing <= 1)) {
        throw new IllegalArgumentException("swing must be from 0 to 1");
      }
    }
  }

  private static void positive(double value, String name) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(name + " must be above 0");
    }
  }
}
