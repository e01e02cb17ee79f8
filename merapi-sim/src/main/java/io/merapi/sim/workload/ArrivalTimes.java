package io.merapi.sim.workload;

import io.merapi.api.simulation.ArrivalProcess;
import io.merapi.api.simulation.ArrivalProcess.Bursty;
import io.merapi.api.simulation.ArrivalProcess.Diurnal;
import io.merapi.api.simulation.ArrivalProcess.Poisson;
import io.merapi.api.simulation.ArrivalProcess.Uniform;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/** The moments of a process, one after another. */
interface ArrivalTimes {

  double HOUR = 3600;
  double DAY = 24 * HOUR;
  double NANOS = 1e9;

  /** The next moment, in seconds since the start of the simulation; never before the last. */
  double next();

  /**
   * Lets a process begin.
   *
   * @param from in seconds since the start of the simulation
   */
  static ArrivalTimes of(ArrivalProcess process, double from, RandomGenerator random) {
    return switch (process) {
      case Poisson(double perHour) -> poisson(perHour, from, random);
      case Uniform(Duration every) -> uniform(seconds(every), from);
      case Bursty bursty -> bursty(bursty, from, random);
      case Diurnal diurnal -> diurnal(diurnal, from, random);
    };
  }

  private static ArrivalTimes poisson(double perHour, double from, RandomGenerator random) {
    return new ArrivalTimes() {
      private double last = from;

      @Override
      public double next() {
        last += gap(perHour, random);
        return last;
      }
    };
  }

  private static ArrivalTimes uniform(double every, double from) {
    return new ArrivalTimes() {
      private long made;

      @Override
      public double next() {
        return from + every * made++;
      }
    };
  }

  /** Moments of a burst may fall behind the beginning of the next, so that they are sorted. */
  private static ArrivalTimes bursty(Bursty bursty, double from, RandomGenerator random) {
    return new ArrivalTimes() {
      private final PriorityQueue<Double> made = new PriorityQueue<>();
      private double burst = from + gap(bursty.perHour(), random);

      @Override
      public double next() {
        while (made.isEmpty() || made.peek() > burst) {
          long size = Math.max(1, Math.round(bursty.size().sample(random)));
          for (long job = 0; job < size; job++) {
            made.add(burst + random.nextDouble() * seconds(bursty.spread()));
          }
          burst += gap(bursty.perHour(), random);
        }
        return made.remove();
      }
    };
  }

  /** Draws at the highest rate of the day, and drops as many as the hour has fewer. */
  private static ArrivalTimes diurnal(Diurnal diurnal, double from, RandomGenerator random) {
    return new ArrivalTimes() {
      private double last = from;

      @Override
      public double next() {
        double highest = diurnal.perHour() * (1 + diurnal.swing());
        do {
          last += gap(highest, random);
        } while (random.nextDouble() * highest > rate(last));
        return last;
      }

      private double rate(double moment) {
        double sincePeak = (moment - seconds(diurnal.peak())) / DAY;
        return diurnal.perHour() * (1 + diurnal.swing() * Math.cos(2 * Math.PI * sincePeak));
      }
    };
  }

  private static double gap(double perHour, RandomGenerator random) {
    return -HOUR / perHour * Math.log1p(-random.nextDouble());
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS;
  }
}
