package io.merapi.cli;

import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.csv.JobsCsv;
import io.merapi.sim.report.csv.SeriesCsv;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Tables that a simulation writes into files beside its result. */
final class CsvFiles {

  @Option(
      names = "--jobs-csv",
      paramLabel = "FILE",
      converter = OutputFile.Converter.class,
      description = "Write one line for each job, too: times, waits, requests, evictions.")
  private @Nullable OutputFile jobs;

  @Option(
      names = "--series-csv",
      paramLabel = "FILE",
      converter = OutputFile.Converter.class,
      description =
          "Write the cluster over time, too: pods, jobs, use of resources, shares of queues.")
  private @Nullable OutputFile series;

  private interface Table {
    void write(SimulationReport report, Appendable out) throws IOException;
  }

  void write(SimulationReport report) throws IOException {
    write(jobs, JobsCsv::write, report);
    write(series, SeriesCsv::write, report);
  }

  private static void write(@Nullable OutputFile file, Table table, SimulationReport report)
      throws IOException {
    if (file != null) {
      try (Writer out = Files.newBufferedWriter(file.path())) {
        table.write(report, out);
      }
    }
  }
}
