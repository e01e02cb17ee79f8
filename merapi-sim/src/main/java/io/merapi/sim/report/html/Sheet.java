package io.merapi.sim.report.html;

import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.html.HtmlReport.Run;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The page while it is written: its runs, and what the charts of all of them share. */
final class Sheet {

  final Markup page;
  final List<Run> runs;
  final TimeScale time;
  final QueueOrder queues;

  Sheet(Markup page, List<Run> runs) {
    this.page = page;
    this.runs = List.copyOf(runs);
    this.time = new TimeScale(largest(report -> Elapsed.seconds(report.duration())));
    this.queues = QueueOrder.of(reports().toList());
  }

  Stream<SimulationReport> reports() {
    return runs.stream().map(Run::report);
  }

  /** The largest of a value over all runs, so that they can share a scale. */
  double largest(ToDoubleFunction<SimulationReport> value) {
    return reports().mapToDouble(value).max().orElse(0);
  }

  boolean any(Predicate<SimulationReport> fact) {
    return reports().anyMatch(fact);
  }

  /**
   * A section in which every run has a chart, side by side where there is room.
   *
   * @param note what one looks at, for whoever sees it for the first time
   */
  void charts(String title, String note, Consumer<SimulationReport> part) {
    section("runs", title, note, part);
  }

  /** A section in which every run has a table, one below the other, because tables are wide. */
  void tables(String title, String note, Consumer<SimulationReport> part) {
    section("stack", title, note, part);
  }

  private void section(String layout, String title, String note, Consumer<SimulationReport> part) {
    page.open("section").element("h2", title).element("p", note, "class", "note");
    page.open("div", "class", layout);
    for (Run run : runs) {
      page.open("div");
      if (runs.size() > 1) {
        page.element("h3", run.label());
      }
      part.accept(run.report());
      page.close();
    }
    page.close().close();
  }
}
