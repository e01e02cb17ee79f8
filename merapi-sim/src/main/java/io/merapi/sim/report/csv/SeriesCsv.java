package io.merapi.sim.report.csv;

import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.ClusterSeries.ResourceCurves;
import io.merapi.sim.report.ClusterSeries.ShareCurves;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.SimulationReport;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line for each step of time: numbers of pods and jobs, and shares of each resource, of the
 * cluster and of each queue. Every value is the mean over its step.
 */
public final class SeriesCsv {

  private SeriesCsv() {}

  public static void write(SimulationReport report, Appendable out) throws IOException {
    ClusterSeries series = report.series();
    Map<String, Curve> columns = columns(series);
    var line = new CsvLine(out, report.start()).cell("time").cell("seconds");
    for (String column : columns.keySet()) {
      line.cell(column);
    }
    line.end();
    for (int point = 0; point < series.points(); point++) {
      line.cells(series.at(point));
      for (Curve curve : columns.values()) {
        line.cell(curve.at(point));
      }
      line.end();
    }
  }

  private static Map<String, Curve> columns(ClusterSeries series) {
    var columns = new LinkedHashMap<String, Curve>();
    columns.put("running_pods", series.runningPods());
    columns.put("pending_pods", series.pendingPods());
    columns.put("pending_jobs", series.pendingJobs());
    for (ResourceCurves curves : series.resources()) {
      columns.put("offered:" + curves.resource(), curves.offered());
      columns.put("used:" + curves.resource(), curves.used());
      columns.put("allocated:" + curves.resource(), curves.allocated());
    }
    if (series.fragmentedGpus() != null) {
      columns.put("fragmented_gpus", series.fragmentedGpus());
    }
    for (QueueCurves queue : series.queues()) {
      String of = "queue:" + queue.queue() + ":";
      columns.put(of + "pending_jobs", queue.pendingJobs());
      for (ShareCurves share : queue.shares()) {
        columns.put(of + "used:" + share.resource(), share.used());
        columns.put(of + "deserved:" + share.resource(), share.deserved());
      }
    }
    return columns;
  }
}
