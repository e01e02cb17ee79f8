package io.merapi.sim.report.html;

import io.merapi.sim.report.HeatMap;
import io.merapi.sim.report.SimulationReport;
import java.util.List;

/** The section on how busy each node was. */
final class NodeMap {

  private NodeMap() {}

  static void write(Sheet sheet) {
    if (!sheet.any(report -> shows(report.heatMap()))) {
      return;
    }
    var chart = new HeatChart(sheet.page, sheet.time);
    sheet.charts(
        "Nodes",
        "How busy each node was: the used share of its GPUs, or of cpu or memory on a node without"
            + " GPUs. Grey means that the node was not there.",
        report -> {
          if (shows(report.heatMap())) {
            chart.draw(content(report));
          }
        });
  }

  private static boolean shows(HeatMap map) {
    return map.points() > 0 && !map.rows().isEmpty();
  }

  private static HeatChart.Content content(SimulationReport report) {
    HeatMap map = report.heatMap();
    var image = new HeatImage(map.points(), map.rows().size());
    for (int row = 0; row < map.rows().size(); row++) {
      for (int point = 0; point < map.points(); point++) {
        image.set(row, point, map.rows().get(row).used().at(point));
      }
    }
    List<HeatChart.Row> rows = map.rows().stream().map(NodeMap::row).toList();
    double seconds = Elapsed.seconds(map.step()) * map.points();
    return new HeatChart.Content("in use", rows, image, Unit.SHARE, 1, seconds);
  }

  private static HeatChart.Row row(HeatMap.Row row) {
    return row.nodes() == 1
        ? new HeatChart.Row(row.first())
        : new HeatChart.Row(
            row.first() + " …",
            "%s to %s, %s nodes".formatted(row.first(), row.last(), Unit.count(row.nodes())));
  }
}
