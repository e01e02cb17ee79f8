package io.merapi.cli;

import static io.merapi.cli.SimulationText.text;

import io.merapi.sim.report.Durations;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.Ratios;
import io.merapi.sim.report.SimulationReport;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** How long jobs took, by queue or, where there are none, by namespace. */
final class JobTimesText {

  private static final List<String> OF_NONE = Collections.nCopies(4, "-");

  private final PrintWriter out;
  private final Report report;

  JobTimesText(PrintWriter out, Report report) {
    this.out = out;
    this.report = report;
  }

  void print(SimulationReport result) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("", "wait", "", "", "", "turnaround", "", "", "", "slowdown", "", "", ""));
    var header = new ArrayList<String>();
    header.add(result.queues().isEmpty() ? "namespace" : "queue");
    for (int i = 0; i < 3; i++) {
      header.addAll(List.of("mean", "p50", "p95", "p99"));
    }
    rows.add(header);
    if (result.queues().isEmpty()) {
      SimulationText.shownNamespaces(result)
          .forEach(line -> rows.add(row(line.namespace(), line.jobs())));
    } else {
      QueueText.shown(result).forEach(line -> rows.add(row(line.queue(), line.jobs())));
    }
    if (rows.size() > 3) {
      rows.add(row("all", result.jobs()));
    }
    report.table(rows);
    out.println(
        "  wait: from coming to start (the minimum of a job's pods has nodes); turnaround: from"
            + " coming");
    out.println("  to end; slowdown: turnaround by run time, of which at least 10 s are counted");
  }

  private static List<String> row(String name, JobSummary jobs) {
    var row = new ArrayList<String>();
    row.add(name);
    row.addAll(cells(jobs.waits()));
    row.addAll(cells(jobs.turnarounds()));
    row.addAll(cells(jobs.slowdowns()));
    return row;
  }

  private static List<String> cells(Durations times) {
    return times.count() == 0
        ? OF_NONE
        : List.of(text(times.mean()), text(times.median()), text(times.p95()), text(times.p99()));
  }

  private static List<String> cells(Ratios ratios) {
    return ratios.count() == 0
        ? OF_NONE
        : Stream.of(ratios.mean(), ratios.median(), ratios.p95(), ratios.p99())
            .map("%.1f"::formatted)
            .toList();
  }
}
