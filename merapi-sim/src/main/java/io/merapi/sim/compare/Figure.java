package io.merapi.sim.compare;

import io.merapi.sim.report.GpuFragmentation;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A figure that simulations are compared by.
 *
 * @param name such as {@code mean wait}
 */
public record Figure(String name, Unit unit, Better better) {

  private static final double MILLIS = 1000;
  private static final double HOUR = 3600;

  /** What the numbers are. */
  public enum Unit {
    SECONDS,
    SHARE,
    COUNT,
    RATIO
  }

  /** Which numbers one wishes for. */
  public enum Better {
    LOWER,
    HIGHER
  }

  /** All figures of a simulation, the most asked for first. */
  static Map<Figure, Double> of(SimulationReport report) {
    var figures = new LinkedHashMap<Figure, Double>();
    seconds(figures, "makespan", report.makespan());
    seconds(figures, "mean wait", report.jobs().waits().mean());
    seconds(figures, "p95 wait", report.jobs().waits().p95());
    seconds(figures, "p99 wait", report.jobs().waits().p99());
    seconds(figures, "mean turnaround", report.jobs().turnarounds().mean());
    seconds(figures, "p95 turnaround", report.jobs().turnarounds().p95());
    figures.put(
        new Figure("mean bounded slowdown", Unit.RATIO, Better.LOWER),
        report.jobs().slowdowns().mean());
    for (ResourceUse use : report.resources()) {
      figures.put(new Figure("use of " + use.resource(), Unit.SHARE, Better.HIGHER), use.average());
    }
    if (report.fairness() != null) {
      figures.put(
          new Figure("fairness (Jain)", Unit.RATIO, Better.HIGHER), report.fairness().jain());
    }
    count(figures, "jobs that never started", (double) report.jobs().notStarted());
    count(figures, "evicted pods", (double) report.counts().evicted());
    count(figures, "lost pod hours", report.lost().podSeconds() / HOUR);
    GpuFragmentation fragmentation = report.fragmentation();
    if (fragmentation != null) {
      figures.put(
          new Figure("fragmented of free GPUs", Unit.SHARE, Better.LOWER), fragmentation.ofFree());
    }
    return figures;
  }

  private static void seconds(Map<Figure, Double> figures, String name, Duration value) {
    figures.put(new Figure(name, Unit.SECONDS, Better.LOWER), value.toMillis() / MILLIS);
  }

  private static void count(Map<Figure, Double> figures, String name, double value) {
    figures.put(new Figure(name, Unit.COUNT, Better.LOWER), value);
  }
}
