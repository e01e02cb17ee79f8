package io.merapi.sim.report.html;

import java.util.ArrayList;
import java.util.List;

/**
 * The level axis of a chart: virtual time since the start.
 *
 * @param seconds at the right edge
 */
record TimeScale(double seconds) {

  private static final int MARKS = 7;

  private static final long DAY = 86_400;

  private static final long[] STEPS = {
    1,
    2,
    5,
    10,
    15,
    30,
    60,
    120,
    300,
    600,
    900,
    1_800,
    3_600,
    7_200,
    10_800,
    21_600,
    43_200,
    DAY,
    2 * DAY,
    5 * DAY,
    10 * DAY,
    20 * DAY,
    50 * DAY,
    100 * DAY,
    200 * DAY,
    500 * DAY,
    1_000 * DAY
  };

  TimeScale {
    seconds = Math.max(1, seconds);
  }

  /** How far to the right a moment is, in percent of the width. */
  double percent(double second) {
    return Math.clamp(100 * second / seconds, 0, 100);
  }

  /** The moments that are marked, in seconds. */
  List<Double> marks() {
    long step = STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0 && seconds / STEPS[i] <= MARKS; i--) {
      step = STEPS[i];
    }
    var marks = new ArrayList<Double>();
    for (double mark = 0; mark <= seconds; mark += step) {
      marks.add(mark);
    }
    return marks;
  }
}
