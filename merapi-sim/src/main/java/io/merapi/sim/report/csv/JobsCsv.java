package io.merapi.sim.report.csv;

import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.SimulationReport;
import java.io.IOException;
import java.util.List;

/** One line for each job, in the order of their coming. */
public final class JobsCsv {

  private static final List<String> COLUMNS =
      List.of(
          "namespace",
          "name",
          "kind",
          "queue",
          "state",
          "arrival",
          "arrival_seconds",
          "start",
          "start_seconds",
          "end",
          "end_seconds",
          "waited_seconds",
          "turnaround_seconds",
          "run_seconds",
          "bounded_slowdown",
          "pods",
          "min_pods",
          "cpu",
          "memory_bytes",
          "gpus",
          "evictions",
          "restarts");

  private JobsCsv() {}

  public static void write(SimulationReport report, Appendable out) throws IOException {
    var line = new CsvLine(out, report.start());
    for (String column : COLUMNS) {
      line.cell(column);
    }
    line.end();
    for (JobRecord job : report.jobList()) {
      line.cell(job.namespace())
          .cell(job.name())
          .cell(job.kind())
          .cell(job.queue())
          .cell(job.state().text())
          .cells(job.arrival())
          .cells(job.start())
          .cells(job.end())
          .cell(job.waited())
          .cell(job.turnaround())
          .cell(job.run())
          .cell(job.boundedSlowdown())
          .cell(job.pods())
          .cell(job.minimum())
          .cell(job.cpuMillis() / 1000.0)
          .cell(job.memoryBytes())
          .cell(job.gpus())
          .cell(job.evictions())
          .cell(job.restarts())
          .end();
    }
  }
}
