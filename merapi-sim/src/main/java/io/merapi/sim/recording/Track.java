package io.merapi.sim.recording;

import io.merapi.sim.report.Curve;
import java.util.Arrays;

/**
 * A value over time, in a bounded number of steps.
 *
 * <p>Implementation note: what is kept for a step is the integral over it. Where time goes beyond
 * the last step, steps are made longer and those that fall together are added up. So a change costs
 * constant time on average, and nothing is lost but the order of what happened within a step. All
 * tracks begin at 0, and the length of steps depends only on how far time has gone: in the end they
 * have the same steps.
 */
final class Track extends Integral {

  /** Lengths of steps in milliseconds; each is a multiple of the one before, as are doubles. */
  private static final long[] STEPS = {
    1,
    5,
    10,
    50,
    100,
    500,
    1_000,
    5_000,
    15_000,
    30_000,
    60_000,
    300_000,
    900_000,
    1_800_000,
    3_600_000,
    7_200_000,
    14_400_000,
    43_200_000,
    86_400_000
  };

  private final int most;
  private long step = STEPS[0];
  private double[] integrals = {};

  /**
   * A track that is 0.
   *
   * @param most how many steps there may be
   */
  Track(int most) {
    this.most = most;
  }

  /** How long steps are once so much time has passed. */
  static long step(long end, int most) {
    long step = STEPS[0];
    while (step * most < end) {
      step = longer(step);
    }
    return step;
  }

  private static long longer(long step) {
    int place = Arrays.binarySearch(STEPS, step);
    return place < 0 || place == STEPS.length - 1 ? 2 * step : STEPS[place + 1];
  }

  @Override
  void add(double constant, long from, long to) {
    if (step * most < to) {
      lengthen(step(to, most));
    }
    int last = (int) ((to - 1) / step);
    if (last >= integrals.length) {
      integrals = Arrays.copyOf(integrals, Math.min(most, Math.max(last + 1, 2 * last)));
    }
    for (int i = (int) (from / step); i <= last; i++) {
      integrals[i] += constant * (Math.min(to, (i + 1) * step) - Math.max(from, i * step));
    }
  }

  private void lengthen(long longer) {
    if (longer <= step) {
      return;
    }
    int together = (int) (longer / step);
    for (int i = 0; i < integrals.length; i++) {
      double integral = integrals[i];
      integrals[i] = 0;
      integrals[i / together] += integral;
    }
    step = longer;
  }

  /** The means over each step up to the end, and the peak that they may hide. */
  Curve curve(long end) {
    double[] means = means(end);
    return Curve.of(means, peak());
  }

  /** The means over each step up to the end. */
  double[] means(long end) {
    total(end);
    lengthen(step(end, most));
    var means = new double[(int) ((end + step - 1) / step)];
    for (int i = 0; i < Math.min(means.length, integrals.length); i++) {
      means[i] = integrals[i] / (Math.min(end, (i + 1) * step) - i * step);
    }
    return means;
  }
}
