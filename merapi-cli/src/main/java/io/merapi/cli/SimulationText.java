package io.merapi.cli;

import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.Moment;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import io.merapi.sim.report.SimulationReport.PendingReason;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.report.WaitTimes;
import io.merapi.sim.report.WaitingGroup;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The result of a simulation for people to read. */
final class SimulationText {

  /** Reasons shown; a summary names the top ones, {@code -o json} has them all. */
  private static final int REASONS = 5;

  private static final String BARS = " ▁▂▃▄▅▆▇█";

  private final PrintWriter out;
  private final Report report;

  SimulationText(PrintWriter out, Report report) {
    this.out = out;
    this.report = report;
  }

  /** The line that a watcher sees while the simulation runs. */
  static String progress(Duration time, PodCounts counts) {
    return "simulated %s: %,d pods came, %,d placed, %,d running, %,d pending"
        .formatted(
            text(time), counts.arrived(), counts.placed(), counts.running(), counts.pending());
  }

  void print(SimulationReport result) {
    PodCounts counts = result.counts();
    out.println(
        "Simulated %s on %s."
            .formatted(text(result.duration()), Report.plural(result.nodes(), "node")));
    out.println(
        "%s came: %,d placed by the scheduler, %,d finished, %,d running, %,d pending, %,d evicted."
            .formatted(
                Report.plural(counts.arrived(), "pod"),
                counts.placed(),
                counts.finished(),
                counts.running(),
                counts.pending(),
                counts.evicted()));
    out.println();
    if (result.queues().isEmpty()) {
      waits(result);
    } else {
      new QueueText(out, report).print(result);
    }
    out.println();
    resources(result);
    if (!result.waitingGroups().isEmpty()) {
      out.println();
      waitingGroups(result);
    }
    if (!result.pending().isEmpty()) {
      out.println();
      pending(result);
    }
  }

  private void waits(SimulationReport result) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "namespace",
            "pods",
            "placed",
            "pending",
            "evicted",
            "mean wait",
            "p50",
            "p95",
            "p99",
            "longest"));
    for (NamespaceLine line : result.namespaces()) {
      rows.add(
          row(
              line.namespace(),
              line.arrived(),
              line.placed(),
              line.pending(),
              line.evicted(),
              line.waits()));
    }
    if (result.namespaces().size() > 1) {
      PodCounts all = result.counts();
      rows.add(
          row("all", all.arrived(), all.placed(), all.pending(), all.evicted(), result.waits()));
    }
    report.table(rows);
  }

  private static List<String> row(
      String name, long arrived, long placed, long pending, long evicted, WaitTimes waits) {
    return List.of(
        name,
        "%,d".formatted(arrived),
        "%,d".formatted(placed),
        "%,d".formatted(pending),
        "%,d".formatted(evicted),
        text(waits.mean()),
        text(waits.median()),
        text(waits.p95()),
        text(waits.p99()),
        text(waits.longest()));
  }

  private void resources(SimulationReport result) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("resource", "allocatable", "average use", "peak", "use over time"));
    for (int i = 0; i < result.resources().size(); i++) {
      ResourceUse use = result.resources().get(i);
      int index = i;
      rows.add(
          List.of(
              use.resource(),
              Amounts.text(use.resource(), use.allocatable()),
              percent(use.average()),
              percent(use.peak()),
              bars(
                  result.timeline(),
                  1.0,
                  moment -> index < moment.shares().size() ? moment.shares().get(index) : 0)));
    }
    double most = result.timeline().stream().mapToLong(Moment::pending).max().orElse(0);
    rows.add(
        List.of(
            "pending pods",
            "",
            "",
            "%,d".formatted((long) most),
            bars(result.timeline(), most, Moment::pending)));
    report.table(rows);
  }

  private static String bars(List<Moment> timeline, double most, ToDoubleFunction<Moment> value) {
    var text = new StringBuilder();
    for (Moment moment : timeline) {
      double share = most == 0 ? 0 : Math.min(1, value.applyAsDouble(moment) / most);
      // Anything above nothing shows as something.
      int height = (int) Math.ceil(share * (BARS.length() - 1));
      text.append(BARS.charAt(height));
    }
    return text + "|";
  }

  private void waitingGroups(SimulationReport result) {
    out.println("Groups that never started:");
    for (WaitingGroup group : result.waitingGroups().stream().limit(REASONS).toList()) {
      String phase = group.phase().isEmpty() ? "Pending" : group.phase();
      String why = group.message().isEmpty() ? "not admitted to its queue" : group.message();
      out.println(
          "  %s (queue %s, %s, phase %s) waited %s: %s"
              .formatted(
                  group.name(),
                  group.queue(),
                  Report.plural(group.minMember(), "pod"),
                  phase,
                  text(group.waits()),
                  why));
    }
    int more = result.waitingGroups().size() - REASONS;
    if (more > 0) {
      out.println("  ... and %s; -o json shows them".formatted(Report.plural(more, "more group")));
    }
  }

  private void pending(SimulationReport result) {
    out.println("Pending at the end, by reason:");
    for (PendingReason reason : result.pending().stream().limit(REASONS).toList()) {
      String message =
          reason.message().isEmpty() ? "not tried: kept out of the queue" : reason.message();
      out.println(
          "  %,d x %s (for instance %s)".formatted(reason.pods(), message, reason.example()));
    }
    int more = result.pending().size() - REASONS;
    if (more > 0) {
      out.println("  ... and %s; -o json shows them".formatted(Report.plural(more, "more reason")));
    }
  }

  static String percent(double share) {
    return "%.0f %%".formatted(share * 100);
  }

  /** Two units are enough to read. */
  static String text(Duration duration) {
    if (duration.toDays() > 0) {
      return "%dd%dh".formatted(duration.toDays(), duration.toHoursPart());
    }
    if (duration.toHours() > 0) {
      return "%dh%dm".formatted(duration.toHours(), duration.toMinutesPart());
    }
    if (duration.toMinutes() > 0) {
      return "%dm%ds".formatted(duration.toMinutes(), duration.toSecondsPart());
    }
    return "%ds".formatted(duration.toSeconds());
  }
}
