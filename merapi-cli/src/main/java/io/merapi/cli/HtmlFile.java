package io.merapi.cli;

import io.merapi.sim.report.html.HtmlReport;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The page with charts that simulations write beside their result. */
final class HtmlFile {

  @Option(
      names = "--report",
      paramLabel = "FILE",
      converter = OutputFile.Converter.class,
      description =
          "Write an HTML page with charts, too: utilisation, queues, waiting times, nodes, jobs. It"
              + " is one file that needs no network.")
  private @Nullable OutputFile file;

  /** Writes the page if one is wanted. */
  void write(List<HtmlReport.Run> runs) throws IOException {
    if (file != null) {
      file.write(HtmlReport.of(runs));
    }
  }
}
