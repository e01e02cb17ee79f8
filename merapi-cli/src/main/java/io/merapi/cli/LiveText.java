package io.merapi.cli;

import io.merapi.sim.report.LiveFigures;
import io.merapi.sim.report.LiveFigures.InUse;
import io.merapi.sim.report.SimulationReport.PodCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a watcher sees while a simulation runs: how far it is, its pods, and what is in use. */
final class LiveText {

  private static final int BAR = 30;

  /** Resources that are shown; the first ones are those that every cluster has. */
  private static final int RESOURCES = 5;

  private static final int NAME = 20;

  private final @Nullable Duration until;

  /**
   * @param until when the simulation stops at the latest; null where that is open
   */
  LiveText(@Nullable Duration until) {
    this.until = until;
  }

  /**
   * The lines for one moment.
   *
   * @param decisionsPerSecond of real time
   * @param speed how much virtual time passes in a second
   */
  List<String> lines(
      Duration time, LiveFigures figures, double decisionsPerSecond, Duration speed) {
    var lines = new ArrayList<String>();
    lines.add(progress(time, figures));
    PodCounts pods = figures.counts();
    lines.add(
        "%s pending %,d, running %,d, done %,d, evicted %,d"
            .formatted(
                name("pods"), pods.pending(), pods.running(), pods.finished(), pods.evicted()));
    for (InUse use : figures.inUse().stream().limit(RESOURCES).toList()) {
      lines.add(
          "%s %s %4s"
              .formatted(
                  name(use.resource()), bar(use.share()), SimulationText.percent(use.share())));
    }
    lines.add(
        "%s %,.0f decisions and %s of virtual time per second"
            .formatted(name("speed"), decisionsPerSecond, SimulationText.text(speed)));
    return lines;
  }

  private String progress(Duration time, LiveFigures figures) {
    String simulated = "%s %s".formatted(name("simulated"), SimulationText.text(time));
    if (until != null) {
      double share = Math.min(1, (double) time.toMillis() / Math.max(1, until.toMillis()));
      return "%s %s %4s of %s"
          .formatted(
              name("simulated"),
              bar(share),
              SimulationText.percent(share),
              SimulationText.text(until));
    }
    double arrived = figures.arrivedShare();
    return Double.isNaN(arrived)
        ? simulated
        : "%s, %s of what comes has come".formatted(simulated, SimulationText.percent(arrived));
  }

  private static String name(String name) {
    String shown = name.length() > NAME ? name.substring(name.length() - NAME) : name;
    return "%-20s".formatted(shown);
  }

  private static String bar(double share) {
    int filled = (int) Math.round(BAR * Math.clamp(share, 0, 1));
    return "█".repeat(filled) + "░".repeat(BAR - filled);
  }
}
