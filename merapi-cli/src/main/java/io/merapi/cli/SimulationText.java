package io.merapi.cli;

import io.merapi.sim.report.Curve;
import io.merapi.sim.report.Fairness;
import io.merapi.sim.report.GpuFragmentation;
import io.merapi.sim.report.JobState;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import io.merapi.sim.report.SimulationReport.PendingReason;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.report.WaitingGroup;
import io.merapi.sim.report.WaitingReason;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The result of a simulation for people to read: what matters first, on about one screen. */
final class SimulationText {

  /** Lines of a list that are shown; {@code -o json} has them all. */
  private static final int SHOWN = 5;

  /** Points of curves; with the columns before them they fit a terminal of 100 columns. */
  private static final int POINTS = 40;

  private static final String BARS = " ▁▂▃▄▅▆▇█";

  private final PrintWriter out;
  private final Report report;

  SimulationText(PrintWriter out, Report report) {
    this.out = out;
    this.report = report;
  }

  void print(SimulationReport result) {
    head(result);
    if (result.jobs().jobs() + result.counts().arrived() == 0) {
      out.println("Nothing came, so there is nothing to tell.");
      return;
    }
    out.println();
    if (result.queues().isEmpty()) {
      namespaces(result);
    } else {
      new QueueText(out, report).print(result);
    }
    out.println();
    new JobTimesText(out, report).print(result);
    out.println();
    resources(result);
    out.println();
    judgements(result);
    if (!result.waitingGroups().isEmpty()) {
      out.println();
      waitingGroups(result);
    }
    if (!result.pending().isEmpty()) {
      out.println();
      pending(result);
    }
    if (!result.waitingReasons().isEmpty()) {
      out.println();
      waitingReasons(result);
    }
  }

  private void head(SimulationReport result) {
    out.println(
        "Simulated %s on %s."
            .formatted(text(result.duration()), Report.plural(result.nodes(), "node")));
    PodCounts pods = result.counts();
    out.println(
        "%s came: %,d placed by the scheduler, %,d finished, %,d running, %,d pending, %,d evicted."
            .formatted(
                Report.plural(pods.arrived(), "pod"),
                pods.placed(),
                pods.finished(),
                pods.running(),
                pods.pending(),
                pods.evicted()));
    JobSummary jobs = result.jobs();
    out.println(
        "%s came: %,d started, %,d finished, %,d failed, %,d running, %,d waiting, %,d starved."
            .formatted(
                Report.plural(jobs.jobs(), "job"),
                jobs.started(),
                jobs.finished(),
                jobs.failed(),
                jobs.running(),
                jobs.waiting(),
                jobs.starved()));
    out.println(
        "Makespan %s, from the coming of the first job to the end of the last pod."
            .formatted(text(result.makespan())));
  }

  private void namespaces(SimulationReport result) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("namespace", "pods", "placed", "pending", "evicted"));
    List<NamespaceLine> shown = shownNamespaces(result);
    for (NamespaceLine line : shown) {
      rows.add(
          row(line.namespace(), line.arrived(), line.placed(), line.pending(), line.evicted()));
    }
    if (result.namespaces().size() > 1) {
      PodCounts all = result.counts();
      rows.add(row("all", all.arrived(), all.placed(), all.pending(), all.evicted()));
    }
    report.table(rows);
    more(result.namespaces().size() - shown.size(), "namespace");
  }

  /** The namespaces that tables have room for: those with the most pods. */
  static List<NamespaceLine> shownNamespaces(SimulationReport result) {
    return result.namespaces().stream()
        .sorted(Comparator.comparingLong(NamespaceLine::arrived).reversed())
        .limit(QueueText.SHOWN)
        .sorted(Comparator.comparing(NamespaceLine::namespace))
        .toList();
  }

  private static List<String> row(
      String name, long arrived, long placed, long pending, long evicted) {
    return List.of(name, count(arrived), count(placed), count(pending), count(evicted));
  }

  private void resources(SimulationReport result) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("resource", "allocatable", "used", "allocated", "peak", "use over time"));
    for (int i = 0; i < result.resources().size(); i++) {
      ResourceUse use = result.resources().get(i);
      rows.add(
          List.of(
              use.resource(),
              Amounts.text(use.resource(), use.allocatable()),
              percent(use.average()),
              percent(use.allocated()),
              percent(use.peak()),
              bars(result.series().resources().get(i).used(), 1.0)));
    }
    rows.add(pendingRow("pending pods", result.series().pendingPods()));
    rows.add(pendingRow("pending jobs", result.series().pendingJobs()));
    report.table(rows);
  }

  private static List<String> pendingRow(String name, Curve curve) {
    return List.of(name, "", "", "", count(Math.round(curve.peak())), bars(curve, curve.largest()));
  }

  private static String bars(Curve curve, double most) {
    var text = new StringBuilder();
    Curve shown = curve.reduced(POINTS);
    for (int point = 0; point < shown.size(); point++) {
      double share = most == 0 ? 0 : Math.min(1, shown.at(point) / most);
      // Anything above nothing shows as something.
      int height = (int) Math.ceil(share * (BARS.length() - 1));
      text.append(BARS.charAt(height));
    }
    return text + "|";
  }

  /** Figures that need a sentence to be understood. */
  private void judgements(SimulationReport result) {
    Fairness fairness = result.fairness();
    if (fairness != null && result.queues().size() > 1) {
      out.println(
          "Fairness %.2f of at most 1: Jain's index of what queues used of the %s that they deserved."
              .formatted(fairness.jain(), fairness.resource()));
    }
    GpuFragmentation fragmentation = result.fragmentation();
    if (fragmentation != null) {
      out.println(
          "GPU fragmentation %s: the part of the free GPUs that was of no use to this workload."
              .formatted(percent(fragmentation.ofFree())));
    }
    if (result.lost().pods() == 0) {
      out.println("Nobody was evicted.");
      return;
    }
    ResourceUse most =
        result.resources().stream()
            .max(Comparator.comparingDouble(ResourceUse::lost))
            .orElseThrow();
    out.println(
        "Evictions threw away the work of %s: %s hours of pods, %s of all %s."
            .formatted(
                Report.plural(result.lost().pods(), "pod"),
                "%,.1f".formatted(result.lost().podSeconds() / 3600),
                percent(most.lost()),
                most.resource()));
    QueueText.evictions(out, result.evictions());
  }

  private void waitingGroups(SimulationReport result) {
    out.println("Groups that never started:");
    for (WaitingGroup group : result.waitingGroups().stream().limit(SHOWN).toList()) {
      String phase = group.phase().isEmpty() ? "Pending" : group.phase();
      out.println(
          "  %s (queue %s, %s, phase %s) waited %s: %s"
              .formatted(
                  group.name(),
                  group.queue(),
                  Report.plural(group.minMember(), "pod"),
                  phase,
                  text(group.waits()),
                  why(group)));
    }
    more(result.waitingGroups().size() - SHOWN, "group");
  }

  private static String why(WaitingGroup group) {
    if (!group.message().isEmpty()) {
      return group.message();
    }
    return group.phase().equals("Inqueue") ? "not tried yet" : "not admitted to its queue";
  }

  private void pending(SimulationReport result) {
    out.println("Pending at the end, by reason:");
    for (PendingReason reason : result.pending().stream().limit(SHOWN).toList()) {
      String message =
          reason.message().isEmpty() ? "not tried: kept out of the queue" : reason.message();
      out.println(
          "  %,d x %s (for instance %s)".formatted(reason.pods(), message, reason.example()));
    }
    more(result.pending().size() - SHOWN, "reason");
  }

  private void waitingReasons(SimulationReport result) {
    double all = result.waitingReasons().stream().mapToDouble(WaitingReason::podSeconds).sum();
    out.println("What pods waited for, of %,.1f hours of waiting pods:".formatted(all / 3600));
    for (WaitingReason reason : result.waitingReasons().stream().limit(SHOWN).toList()) {
      String words = reason.reason().isEmpty() ? "their first attempt" : reason.reason();
      out.println("  %5s  %s".formatted(percent(reason.podSeconds() / all), words));
    }
    more(result.waitingReasons().size() - SHOWN, "reason");
  }

  private void more(int more, String what) {
    if (more > 0) {
      out.println(
          "  ... and %s; -o json shows them".formatted(Report.plural(more, "more " + what)));
    }
  }

  /** After how long a job counts as starved, for those who explain it. */
  static String starvedAfter() {
    return text(JobState.STARVED_AFTER);
  }

  static String count(long count) {
    return "%,d".formatted(count);
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
