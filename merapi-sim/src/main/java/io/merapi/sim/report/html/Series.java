package io.merapi.sim.report.html;

import io.merapi.sim.report.Curve;
import io.merapi.sim.report.SimulationReport;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A curve of a report as a chart shows it.
 *
 * @param look classes of the style sheet, such as {@code c1} for the first colour
 * @param step the seconds between two points; the first is at the start
 * @param end the second at which the last point ends
 */
record Series(String name, String look, double step, double end, Curve curve) {

  /** More points than this nobody can see. */
  private static final int POINTS = 400;

  static Series of(SimulationReport report, String name, String look, Curve curve) {
    Curve reduced = curve.reduced(POINTS);
    Duration covered = report.series().step().multipliedBy(curve.size());
    return new Series(
        name,
        look,
        Elapsed.seconds(covered) / Math.max(1, reduced.size()),
        Elapsed.seconds(report.duration()),
        reduced);
  }

  /** A line that keeps its height for a step and jumps to the next, as clusters do. */
  String line(TimeScale time, ValueScale scale) {
    return path(time, scale, false);
  }

  /** The area below the line. */
  String area(TimeScale time, ValueScale scale) {
    return path(time, scale, true);
  }

  private String path(TimeScale time, ValueScale scale, boolean closed) {
    var path = new StringBuilder();
    int begun = 0;
    String height = "";
    for (int i = 0; i <= curve.size(); i++) {
      String next = i == curve.size() ? "" : height(scale, curve.at(i));
      if (next.equals(height)) {
        continue;
      }
      if (height.isEmpty()) {
        begun = i;
        path.append('M').append(x(time, i)).append(' ').append(next);
      } else {
        path.append('H').append(x(time, i));
        if (!next.isEmpty()) {
          path.append('V').append(next);
        } else if (closed) {
          path.append("V100H").append(x(time, begun)).append('Z');
        }
      }
      height = next;
    }
    return path.toString();
  }

  /** Where a value is drawn, from the top; empty where there is none. */
  private static String height(ValueScale scale, double value) {
    return Double.isNaN(value) ? "" : Unit.number(100 - scale.percent(value), 2);
  }

  private String x(TimeScale time, int point) {
    return Unit.number(10 * time.percent(Math.min(point * step, end)), 1);
  }

  /** The values as the script of the page reads them. */
  String data(Unit unit) {
    return values().mapToObj(unit::data).collect(Collectors.joining(" "));
  }

  double average() {
    return values().filter(value -> !Double.isNaN(value)).average().orElse(0);
  }

  private DoubleStream values() {
    return DoubleStream.of(curve.toArray());
  }
}
