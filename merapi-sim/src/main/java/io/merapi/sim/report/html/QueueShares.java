package io.merapi.sim.report.html;

import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.ClusterSeries.ShareCurves;
import io.merapi.sim.report.SimulationReport;
import java.util.List;
import java.util.Optional;

/** The section on what each queue used against what it deserved. */
final class QueueShares {

  /** Queues with a chart; {@code -o json} and the table have them all. */
  private static final int QUEUES = 12;

  private final Sheet sheet;
  private final TimeChart chart;

  private QueueShares(Sheet sheet) {
    this.sheet = sheet;
    this.chart = new TimeChart(sheet.page, sheet.time);
  }

  static void write(Sheet sheet) {
    if (!sheet.queues.names().isEmpty()) {
      new QueueShares(sheet).write();
    }
  }

  private void write() {
    List<String> shown = sheet.queues.names().stream().limit(QUEUES).toList();
    double most =
        sheet.largest(report ->
            shown.stream()
                .mapToDouble(queue -> Utilisation.largest(series(report, queue)))
                .max()
                .orElse(0));
    ValueScale scale = ValueScale.of(Unit.SHARE, most);
    int more = sheet.queues.names().size() - shown.size();
    sheet.charts(
        "Queues: share of " + sheet.queues.resource(),
        "What each queue used of the cluster, and what the scheduler held to be due to it."
            + (more == 0 ? "" : " The %d queues that used most; %d more.".formatted(QUEUES, more)),
        report -> {
          sheet.page.open("div", "class", "many");
          shown.forEach(queue -> chart.draw("small", queue, scale, series(report, queue)));
          sheet.page.close();
        });
  }

  private List<Series> series(SimulationReport report, String queue) {
    return curves(report, queue)
        .map(shares ->
            List.of(
                Series.of(report, "used", sheet.queues.look(queue) + " filled", shares.used()),
                Series.of(report, "deserved", "ink dashed", shares.deserved())))
        .orElse(List.of());
  }

  private Optional<ShareCurves> curves(SimulationReport report, String queue) {
    return report.series().queues().stream()
        .filter(curves -> curves.queue().equals(queue))
        .map(QueueCurves::shares)
        .flatMap(List::stream)
        .filter(shares -> shares.resource().equals(sheet.queues.resource()))
        .findFirst();
  }
}
