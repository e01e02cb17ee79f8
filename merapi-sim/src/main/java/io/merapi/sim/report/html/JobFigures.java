package io.merapi.sim.report.html;

import io.merapi.sim.report.Durations;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.Ratios;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The table of waits, turnarounds and slowdowns by queue, or by namespace without queues. */
final class JobFigures {

  /** Rows of the table; {@code -o json} has them all. */
  private static final int ROWS = 20;

  private static final List<String> QUANTILES = List.of("mean", "p50", "p95", "p99");

  private static final List<String> OF_NONE = Collections.nCopies(QUANTILES.size(), "-");

  private final Sheet sheet;
  private final Markup page;

  private JobFigures(Sheet sheet) {
    this.sheet = sheet;
    this.page = sheet.page;
  }

  static void write(Sheet sheet) {
    if (sheet.any(report -> report.jobs().jobs() > 0)) {
      var section = new JobFigures(sheet);
      sheet.tables(
          "Jobs in figures",
          "Wait is from coming to start, turnaround from coming to end. Slowdown is turnaround over"
              + " run time, at least 1; runs of less than ten seconds count as ten. Starved jobs"
              + " never started and waited for more than an hour.",
          section::table);
    }
  }

  private void table(SimulationReport report) {
    page.open("div", "class", "wide").open("table");
    header(!report.queues().isEmpty());
    List<Row> rows = rows(report);
    rows.stream().limit(ROWS).forEach(this::row);
    if (rows.size() > 1) {
      row(new Row("all", report.jobs(), List.of()));
    }
    page.close().close();
    if (rows.size() > ROWS) {
      String more = "and %s more".formatted(Unit.count(rows.size() - ROWS));
      page.element("p", more, "class", "note");
    }
  }

  private void header(boolean queues) {
    page.open("thead").open("tr").element("th", "", "colspan", "4");
    for (String group : List.of("wait", "turnaround", "slowdown")) {
      page.element("th", group, "colspan", "4", "class", "group");
    }
    if (queues) {
      page.element("th", sheet.queues.resource(), "colspan", "2", "class", "group");
    }
    page.close().open("tr").element("th", queues ? "queue" : "namespace");
    cells("th", List.of("jobs", "started", "starved"), "");
    for (int i = 0; i < 3; i++) {
      cells("th", QUANTILES, "first");
    }
    if (queues) {
      cells("th", List.of("used", "deserved"), "first");
    }
    page.close().close();
  }

  /** Cells of one group, of which the first is set apart from the group before. */
  private void cells(String tag, List<String> texts, String first) {
    for (int i = 0; i < texts.size(); i++) {
      page.element(tag, texts.get(i), "class", i == 0 ? first : "");
    }
  }

  /**
   * A line of the table.
   *
   * @param shares used and deserved; none for a namespace
   */
  private record Row(String name, JobSummary jobs, List<String> shares) {}

  private List<Row> rows(SimulationReport report) {
    var rows = new ArrayList<Row>();
    for (QueueLine line : report.queues()) {
      rows.add(new Row(line.queue(), line.jobs(), shares(line)));
    }
    rows.sort(Comparator.comparingInt(row -> sheet.queues.names().indexOf(row.name)));
    if (rows.isEmpty()) {
      for (NamespaceLine line : report.namespaces()) {
        rows.add(new Row(line.namespace(), line.jobs(), List.of()));
      }
    }
    return rows;
  }

  private List<String> shares(QueueLine line) {
    return line.shares().stream()
        .filter(share -> share.resource().equals(sheet.queues.resource()))
        .map(share -> List.of(Unit.SHARE.text(share.used()), Unit.SHARE.text(share.deserved())))
        .findFirst()
        .orElse(List.of());
  }

  private void row(Row row) {
    page.open("tr").element("td", row.name);
    JobSummary jobs = row.jobs;
    cells(
        "td",
        List.of(Unit.count(jobs.jobs()), Unit.count(jobs.started()), Unit.count(jobs.starved())),
        "");
    cells("td", texts(jobs.waits()), "first");
    cells("td", texts(jobs.turnarounds()), "first");
    cells("td", texts(jobs.slowdowns()), "first");
    cells("td", row.shares, "first");
    page.close();
  }

  private static List<String> texts(Durations durations) {
    if (durations.count() == 0) {
      return OF_NONE;
    }
    return List.of(
        Elapsed.text(durations.mean()),
        Elapsed.text(durations.median()),
        Elapsed.text(durations.p95()),
        Elapsed.text(durations.p99()));
  }

  private static List<String> texts(Ratios ratios) {
    if (ratios.count() == 0) {
      return OF_NONE;
    }
    return List.of(
        ratio(ratios.mean()), ratio(ratios.median()), ratio(ratios.p95()), ratio(ratios.p99()));
  }

  /** A ratio with as many digits as tell something. */
  static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 100 ? "%.1f" : "%,.0f", ratio);
  }
}
