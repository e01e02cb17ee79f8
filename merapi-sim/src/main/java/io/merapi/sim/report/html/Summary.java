package io.merapi.sim.report.html;

import io.merapi.sim.report.Durations;
import io.merapi.sim.report.Fairness;
import io.merapi.sim.report.GpuFragmentation;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.html.HtmlReport.Run;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The figures on top of the page: tiles for one run, a table for several. */
final class Summary {

  private static final Figure NONE = new Figure("", "");

  private final Map<String, Figure> figures = new LinkedHashMap<>();

  /**
   * The figures of one run, by name.
   *
   * @param more what belongs to it; may be empty
   */
  private record Figure(String value, String more) {}

  private Summary(SimulationReport report) {
    JobSummary jobs = report.jobs();
    add("Makespan", Elapsed.text(report.makespan()), "");
    add(
        "Jobs",
        Unit.count(jobs.jobs()),
        "%s finished, %s running, %s never started"
            .formatted(
                Unit.count(jobs.finished()),
                Unit.count(jobs.running()),
                Unit.count(jobs.notStarted())));
    for (ResourceUse use : report.resources()) {
      add(
          use.resource() + " in use",
          Unit.SHARE.text(use.average()),
          "%s allocated, %s at the peak"
              .formatted(Unit.SHARE.text(use.allocated()), Unit.SHARE.text(use.peak())));
    }
    add("Wait, mean", Elapsed.text(jobs.waits().mean()), quantiles(jobs.waits()));
    add("Turnaround, mean", Elapsed.text(jobs.turnarounds().mean()), quantiles(jobs.turnarounds()));
    add(
        "Slowdown, mean",
        JobFigures.ratio(jobs.slowdowns().mean()),
        "p50 %s, p95 %s, p99 %s"
            .formatted(
                JobFigures.ratio(jobs.slowdowns().median()),
                JobFigures.ratio(jobs.slowdowns().p95()),
                JobFigures.ratio(jobs.slowdowns().p99())));
    add("Starved jobs", Unit.count(jobs.starved()), "");
    Fairness fairness = report.fairness();
    if (fairness != null) {
      add(
          "Fairness of queues",
          String.format(Locale.ROOT, "%.2f", fairness.jain()),
          "Jain's index for " + fairness.resource());
    }
    add(
        "Evicted pods",
        Unit.count(report.counts().evicted()),
        Elapsed.text(report.lost().podSeconds()) + " of pods in vain");
    GpuFragmentation fragmentation = report.fragmentation();
    if (fragmentation != null) {
      add(
          "GPUs free but scattered",
          Unit.SHARE.text(fragmentation.ofAll()),
          Unit.SHARE.text(fragmentation.ofFree()) + " of the free ones");
    }
  }

  private void add(String name, String value, String more) {
    figures.put(name, new Figure(value, more));
  }

  private static String quantiles(Durations durations) {
    return "p50 %s, p95 %s, p99 %s"
        .formatted(
            Elapsed.text(durations.median()),
            Elapsed.text(durations.p95()),
            Elapsed.text(durations.p99()));
  }

  static void write(Sheet sheet) {
    Markup page = sheet.page;
    page.element("h1", HtmlReport.title(sheet.runs));
    SimulationReport first = sheet.runs.getFirst().report();
    if (sheet.runs.size() == 1) {
      page.element("p", said(first), "class", "soft");
      new Summary(first).tiles(page);
    } else {
      page.element("p", "Charts of one kind have the same scales.", "class", "soft");
      table(page, sheet.runs);
    }
  }

  private static String said(SimulationReport report) {
    return "%s of virtual time from %s, on %s nodes."
        .formatted(Elapsed.text(report.duration()), report.start(), Unit.count(report.nodes()));
  }

  private void tiles(Markup page) {
    page.open("dl", "class", "tiles");
    figures.forEach((name, figure) -> {
      page.open("div").element("dt", name).element("dd", figure.value);
      page.element("dd", figure.more, "class", "more").close();
    });
    page.close();
  }

  private static void table(Markup page, List<Run> runs) {
    List<Summary> columns = runs.stream().map(run -> new Summary(run.report())).toList();
    Set<String> names = new LinkedHashSet<>();
    columns.forEach(column -> names.addAll(column.figures.keySet()));
    page.open("section").open("div", "class", "wide").open("table").open("tr").element("th", "");
    runs.forEach(run -> page.element("th", run.label()));
    page.close();
    for (String name : names) {
      page.open("tr").element("td", name);
      for (Summary column : columns) {
        Figure figure = column.figures.getOrDefault(name, NONE);
        page.open("td").element("b", figure.value).element("small", figure.more).close();
      }
      page.close();
    }
    page.close().close().close();
  }
}
