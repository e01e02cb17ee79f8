package io.merapi.sim.report.html;

import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.WaitBucket;
import io.merapi.sim.report.html.BarChart.Bar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The section on how long jobs waited. */
final class Waits {

  private static final int MARKS = 8;

  private Waits() {}

  static void write(Sheet sheet) {
    // Runs share the ranges, up to the longest wait of any.
    List<WaitBucket> ranges =
        sheet
            .reports()
            .map(SimulationReport::waitBuckets)
            .max(Comparator.comparingInt(List::size))
            .orElse(List.of());
    if (ranges.isEmpty()) {
      return;
    }
    double most =
        sheet.largest(report ->
            report.waitBuckets().stream()
                .mapToLong(bucket -> bucket.started() + bucket.notStarted())
                .max()
                .orElse(0));
    ValueScale scale = ValueScale.of(Unit.COUNT, most);
    sheet.charts(
        "Waiting times",
        "How many jobs waited how long from their coming until their minimum of pods had nodes. The"
            + " ranges grow from left to right.",
        report ->
            BarChart.draw(
                sheet.page,
                new BarChart.Parts("jobs that started", "jobs that never did"),
                scale,
                bars(ranges, report.waitBuckets())));
  }

  private static List<Bar> bars(List<WaitBucket> ranges, List<WaitBucket> buckets) {
    var bars = new ArrayList<Bar>();
    int every = (ranges.size() + MARKS - 1) / MARKS;
    for (int i = 0; i < ranges.size(); i++) {
      WaitBucket range = ranges.get(i);
      long started = i < buckets.size() ? buckets.get(i).started() : 0;
      long notStarted = i < buckets.size() ? buckets.get(i).notStarted() : 0;
      String tip =
          "waited %s\n%s started".formatted(words(range), Unit.count(started))
              + (notStarted == 0 ? "" : "\n" + Unit.count(notStarted) + " never started");
      String mark = i % every == 0 ? Elapsed.text(range.from()) : "";
      bars.add(new Bar(mark, tip, started, notStarted));
    }
    return bars;
  }

  private static String words(WaitBucket range) {
    Duration to = range.to();
    return to == null
        ? Elapsed.text(range.from()) + " or longer"
        : Elapsed.text(range.from()) + " to " + Elapsed.text(to);
  }
}
