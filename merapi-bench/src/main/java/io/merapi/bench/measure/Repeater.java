package io.merapi.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Repeats a trial until its costs have settled, and then as often as it takes to tell a median.
 *
 * <p>Code runs slowly until the Java machine has compiled it, so the first repetitions do not
 * count: they go on for {@value #WARM_UP_SECONDS} measured seconds and until one takes hardly less
 * CPU time than the cheapest before it, as far as patience goes.
 */
public final class Repeater {

  private static final int LEAST_WARM_UPS = 2;
  private static final int MOST_WARM_UPS = 100;
  private static final int WARM_UP_SECONDS = 2;
  private static final double HARDLY_LESS = 0.95;
  private static final int LEAST_REPETITIONS = 3;
  private static final int MOST_REPETITIONS = 7;

  private final Duration patience;

  /**
   * @param patience how long warming up may take, and measuring too; the fewest repetitions are
   *     made in any case
   */
  public Repeater(Duration patience) {
    this.patience = patience;
  }

  /**
   * Repeats a trial.
   *
   * @param trials makes a fresh one for each repetition
   * @param before told before each repetition
   */
  public Series repeat(Supplier<? extends Trial> trials, Runnable before) {
    warmUp(trials, before);
    var kept = new ArrayList<Repetition>();
    long start = System.nanoTime();
    while (kept.size() < LEAST_REPETITIONS || (kept.size() < MOST_REPETITIONS && hasTime(start))) {
      kept.add(once(trials, before));
    }
    return new Series(List.copyOf(kept));
  }

  private void warmUp(Supplier<? extends Trial> trials, Runnable before) {
    long start = System.nanoTime();
    long measured = 0;
    double cheapest = Double.MAX_VALUE;
    for (int i = 0; i < MOST_WARM_UPS; i++) {
      Repetition repetition = once(trials, before);
      double cost = repetition.cpuMicrosPerPlacement();
      boolean settled = cost > cheapest * HARDLY_LESS;
      cheapest = Math.min(cheapest, cost);
      measured += repetition.cost().nanos();
      boolean longEnough = measured >= Duration.ofSeconds(WARM_UP_SECONDS).toNanos();
      if (i + 1 >= LEAST_WARM_UPS && ((settled && longEnough) || !hasTime(start))) {
        return;
      }
    }
  }

  private boolean hasTime(long start) {
    return System.nanoTime() - start < patience.toNanos();
  }

  private static Repetition once(Supplier<? extends Trial> trials, Runnable before) {
    before.run();
    try (Trial trial = trials.get()) {
      // What making the trial has left behind is not to be collected while it is measured.
      System.gc();
      var meter = new Meter();
      Work work = trial.run(meter);
      return new Repetition(work, meter.total());
    }
  }
}
