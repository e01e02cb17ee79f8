package io.merapi.sim.report.html;

import java.util.stream.DoubleStream;

/**
 * The upright axis of a chart, from nothing to a round number.
 *
 * @param top the value at the upper edge
 * @param step between two marks
 */
record ValueScale(Unit unit, double top, double step) {

  private static final int MARKS = 4;

  /** Below this, a chart would show noise as if it were much. */
  private static final double SMALLEST_SHARE = 0.1;

  /** A scale on which all values up to the largest have room. */
  static ValueScale of(Unit unit, double largest) {
    double wanted = Math.max(largest, unit == Unit.SHARE ? SMALLEST_SHARE : MARKS);
    double rough = wanted / MARKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step =
        power
            * DoubleStream.of(1, 2, 2.5, 5, 10)
                .filter(round -> round * power >= rough * 0.999)
                .findFirst()
                .orElse(10);
    if (unit == Unit.COUNT) {
      step = Math.ceil(step);
    }
    return new ValueScale(unit, Math.ceil(wanted / step - 0.001) * step, step);
  }

  /** How far up a value is, in percent of the height. */
  double percent(double value) {
    return Math.clamp(100 * value / top, 0, 100);
  }
}
