package io.merapi.sim.report.html;

import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.SimulationReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** The section that shows jobs as bars over time, and all of them as a strip for each queue. */
final class JobChart {

  private final Sheet sheet;
  private final JobGroups groups;
  private final JobChoice choice;

  private JobChart(Sheet sheet) {
    this.sheet = sheet;
    this.groups = JobGroups.of(sheet);
    this.choice = JobChoice.of(sheet.reports().toList());
  }

  static void write(Sheet sheet) {
    if (sheet.any(report -> !report.jobList().isEmpty())) {
      new JobChart(sheet).write();
    }
  }

  private void write() {
    sheet.charts(
        "Jobs",
        "Each bar is a job, in the order of their coming: dotted while it waited, full from its"
            + " start to its end, in the colour of its %s.".formatted(groups.word()),
        choice.isAll() ? this::bars : withStrips());
  }

  private Consumer<SimulationReport> withStrips() {
    var strips = new JobStrips(sheet, groups);
    return report -> {
      strips.draw(report);
      bars(report);
    };
  }

  private void bars(SimulationReport report) {
    Markup page = sheet.page;
    List<JobRecord> shown = choice.of(report);
    page.open("figure", "class", "chart", "data-series", Integer.toString(shown.size()));
    page.open("figcaption").element("b", said(report, shown.size()));
    groups.names().stream()
        .limit(Palette.DISTINCT)
        .forEach(name -> page.element("span", name, "class", "key " + groups.look(name)));
    page.close();
    page.open("div", "class", "gantt", "data-seconds", Unit.number(sheet.time.seconds(), 3));
    page.open("div", "class", "rows");
    lane("rules", () -> sheet.time.marks().forEach(this::rule));
    shown.forEach(job -> bar(report, job));
    page.close();
    lane("axis", () -> TimeChart.marks(page, sheet.time));
    page.close().close();
  }

  /** A row without a name. */
  private void lane(String look, Runnable content) {
    sheet.page.open("div", "class", "row " + look).element("span", "");
    sheet.page.open("span", "class", "lane");
    content.run();
    sheet.page.close().close();
  }

  private void rule(double mark) {
    String left = "left:" + Unit.number(sheet.time.percent(mark), 2) + "%";
    sheet.page.element("span", "", "class", "rule", "style", left);
  }

  private static String said(SimulationReport report, int shown) {
    int all = report.jobList().size();
    return shown == all
        ? "%s jobs.".formatted(Unit.count(all))
        : ("%s of %s jobs: those that waited longest, and those that used most. The strips above"
                + " have all.")
            .formatted(Unit.count(shown), Unit.count(all));
  }

  private void bar(SimulationReport report, JobRecord job) {
    Markup page = sheet.page;
    Instant start = job.start();
    Instant waited = start == null ? report.end() : start;
    page.open("div", "class", "row job series", "data-tip", tip(job));
    page.open("span", "class", "name");
    page.element("span", job.namespace() + "/", "class", "namespace").text(job.name()).close();
    page.open("span", "class", "lane timed " + groups.look(groups.of(job)));
    span("wait", report, job.arrival(), waited);
    if (start != null) {
      Instant end = job.end();
      span("run", report, start, end == null ? report.end() : end);
    }
    page.close().close();
  }

  private void span(String look, SimulationReport report, Instant from, Instant to) {
    if (from.isBefore(to)) {
      double left = percent(report, from);
      sheet.page.element(
          "i",
          "",
          "class",
          look,
          "style",
          String.format(Locale.ROOT, "left:%.2f%%;width:%.2f%%", left, percent(report, to) - left));
    }
  }

  private double percent(SimulationReport report, Instant when) {
    return sheet.time.percent(Elapsed.seconds(Duration.between(report.start(), when)));
  }

  private static String tip(JobRecord job) {
    var tip = new StringBuilder(job.namespace() + "/" + job.name());
    tip.append('\n').append(job.queue().isEmpty() ? "" : "queue " + job.queue() + ", ");
    tip.append(job.pods()).append(job.pods() == 1 ? " pod" : " pods");
    if (job.gpus() > 0) {
      tip.append(", ").append(job.gpus()).append(job.gpus() == 1 ? " GPU" : " GPUs");
    }
    tip.append(", ").append(job.state().text());
    tip.append("\nwaited ").append(Elapsed.text(job.waited()));
    if (job.start() != null) {
      tip.append(", ran ").append(Elapsed.text(job.run()));
    }
    if (job.evictions() > 0) {
      tip.append("\n%d evictions of its pods".formatted(job.evictions()));
    }
    return tip.toString();
  }
}
