package io.merapi.sim.report.html;

import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.ClusterSeries.ResourceCurves;
import io.merapi.sim.report.SimulationReport;
import java.util.ArrayList;
import java.util.List;

/** The sections on how much of the cluster is in use, and on what waits meanwhile. */
final class Utilisation {

  private final Sheet sheet;
  private final TimeChart chart;

  private Utilisation(Sheet sheet) {
    this.sheet = sheet;
    this.chart = new TimeChart(sheet.page, sheet.time);
  }

  static void write(Sheet sheet) {
    var sections = new Utilisation(sheet);
    sections.resources();
    sections.waiting();
  }

  private void resources() {
    double most = sheet.largest(report -> largest(used(report)));
    ValueScale scale = ValueScale.of(Unit.SHARE, Math.max(1, most));
    sheet.charts(
        "Utilisation",
        "The share of each resource that running pods had asked for, of what the nodes offered.",
        report -> chart.draw("layered", "", scale, used(report)));
  }

  private static List<Series> used(SimulationReport report) {
    var series = new ArrayList<Series>();
    for (ResourceCurves resource : report.series().resources()) {
      String look = Palette.look(series.size());
      series.add(Series.of(report, resource.resource(), look, resource.used()));
    }
    if (report.series().fragmentedGpus() != null) {
      series.add(
          Series.of(
              report,
              "free GPUs too scattered to use",
              "ink dashed",
              report.series().fragmentedGpus()));
    }
    return series;
  }

  private void waiting() {
    ValueScale jobs =
        ValueScale.of(Unit.COUNT, sheet.largest(report -> largest(pendingJobs(report))));
    ValueScale pods = ValueScale.of(Unit.COUNT, sheet.largest(report -> largest(pods(report))));
    sheet.charts(
        "Waiting",
        "Jobs that have come and not started, and pods with and without a node.",
        report -> {
          sheet.page.open("div", "class", "many");
          chart.draw("", "Jobs waiting", jobs, pendingJobs(report));
          chart.draw("", "Pods", pods, pods(report));
          sheet.page.close();
        });
  }

  private List<Series> pendingJobs(SimulationReport report) {
    var series = new ArrayList<Series>();
    series.add(Series.of(report, "all", "ink filled", report.series().pendingJobs()));
    List<QueueCurves> queues = report.series().queues();
    if (queues.size() > 1) {
      for (String name : sheet.queues.coloured()) {
        queues.stream()
            .filter(queue -> queue.queue().equals(name))
            .map(queue -> Series.of(report, name, sheet.queues.look(name), queue.pendingJobs()))
            .forEach(series::add);
      }
    }
    return series;
  }

  private static List<Series> pods(SimulationReport report) {
    return List.of(
        Series.of(report, "running", "c1", report.series().runningPods()),
        Series.of(report, "pending", "c2 filled", report.series().pendingPods()));
  }

  static double largest(List<Series> series) {
    return series.stream().mapToDouble(one -> one.curve().largest()).max().orElse(0);
  }
}
