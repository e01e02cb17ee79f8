package io.merapi.sim.report;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Values at equal distances in time; each is the mean over its step, weighed by time. */
public final class Curve {

  private final double[] values;
  private final double peak;

  private Curve(double[] values, double peak) {
    this.values = values;
    this.peak = peak;
  }

  /** The values in their order. */
  public static Curve of(double... values) {
    return new Curve(values.clone(), largest(values));
  }

  /**
   * Means of something that was larger for less than a step.
   *
   * @param peak the largest that it ever was
   */
  public static Curve of(double[] means, double peak) {
    return new Curve(means.clone(), peak);
  }

  /** Values that are computed one by one. */
  public static Curve of(int size, IntToDoubleFunction value) {
    var values = new double[size];
    Arrays.setAll(values, value);
    return new Curve(values, largest(values));
  }

  public int size() {
    return values.length;
  }

  /** The value of a step; NaN where there is none, such as the use of a node that was not there. */
  public double at(int step) {
    return values[step];
  }

  public double[] toArray() {
    return values.clone();
  }

  /** The largest value; 0 where there is none. */
  public double largest() {
    return largest(values);
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).filter(value -> !Double.isNaN(value)).max().orElse(0);
  }

  /** The largest at any moment, which means over steps may hide. */
  public double peak() {
    return peak;
  }

  /** The same with fewer points: each the mean of those that fall into it, by their parts. */
  public Curve reduced(int points) {
    if (points >= values.length) {
      return this;
    }
    double ratio = (double) values.length / points;
    Curve means = of(points, point -> mean(point * ratio, (point + 1) * ratio));
    return new Curve(means.values, peak);
  }

  private double mean(double from, double to) {
    double sum = 0;
    double weight = 0;
    for (int step = (int) from; step < Math.min(to, values.length); step++) {
      double part = Math.min(to, step + 1) - Math.max(from, step);
      if (part > 0 && !Double.isNaN(values[step])) {
        sum += values[step] * part;
        weight += part;
      }
    }
    return weight == 0 ? Double.NaN : sum / weight;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Curve that
        && Arrays.equals(values, that.values)
        && Double.compare(peak, that.peak) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + Double.hashCode(peak);
  }

  @Override
  public String toString() {
    return Arrays.toString(values) + " with a peak of " + peak;
  }
}
