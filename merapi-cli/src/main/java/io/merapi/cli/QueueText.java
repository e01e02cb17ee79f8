package io.merapi.cli;

import static io.merapi.cli.SimulationText.count;
import static io.merapi.cli.SimulationText.percent;

import io.merapi.sim.report.EvictionLine;
import io.merapi.sim.report.Fairness;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.QueueShare;
import io.merapi.sim.report.SimulationReport;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a simulation says of queues: their jobs, and what they got of what they deserved. */
final class QueueText {

  /** Queues, or namespaces, that a table has room for: those with the most jobs. */
  static final int SHOWN = 12;

  private final PrintWriter out;
  private final Report report;

  QueueText(PrintWriter out, Report report) {
    this.out = out;
    this.report = report;
  }

  /** The queues that tables show. */
  static List<QueueLine> shown(SimulationReport result) {
    return result.queues().stream()
        .sorted(Comparator.comparingLong((QueueLine line) -> line.jobs().jobs()).reversed())
        .limit(SHOWN)
        .sorted(Comparator.comparing(QueueLine::queue))
        .toList();
  }

  void print(SimulationReport result) {
    Fairness fairness = result.fairness();
    String resource = fairness == null ? "" : fairness.resource();
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            "queue",
            "weight",
            "jobs",
            "started",
            "waiting",
            "starved",
            "evicted",
            brief(resource) + " used",
            "deserved",
            "distance",
            "shortfall"));
    for (QueueLine line : shown(result)) {
      QueueShare share =
          line.shares().stream()
              .filter(one -> one.resource().equals(resource))
              .findFirst()
              .orElse(new QueueShare(resource, 0, 0, 0, 0));
      rows.add(
          List.of(
              line.queue(),
              Integer.toString(line.weight()),
              count(line.jobs().jobs()),
              count(line.jobs().started()),
              count(line.jobs().notStarted()),
              count(line.jobs().starved()),
              count(line.evicted()),
              percent(share.used()),
              percent(share.deserved()),
              percent(share.distance()),
              percent(share.shortfall())));
    }
    report.table(rows);
    int more = result.queues().size() - SHOWN;
    if (more > 0) {
      out.println("  ... and %s; -o json shows them".formatted(Report.plural(more, "more queue")));
    }
    out.println(
        "  waiting: jobs that never started; starved: those of them that waited longer than %s;"
            .formatted(SimulationText.starvedAfter()));
    out.println(
        "  evicted: pods; used, deserved: average shares of %s; distance: how far they were"
            .formatted(resource));
    out.println(
        "  apart on average; shortfall: the most that a queue lacked of its share while jobs"
            + " waited");
  }

  private static String brief(String resource) {
    return resource.substring(resource.lastIndexOf('/') + 1);
  }

  /** Who was evicted, and why. */
  static void evictions(PrintWriter out, List<EvictionLine> evictions) {
    for (EvictionLine line : evictions) {
      out.println(
          "  %s of queue %s by %s (for instance %s)"
              .formatted(
                  Report.plural(line.pods(), "pod"), line.queue(), line.reason(), line.example()));
    }
  }
}
