package io.merapi.cli;

import io.merapi.sim.report.EvictionLine;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What a simulation says of queues, the groups in them, and evictions. */
final class QueueText {

  private final PrintWriter out;
  private final Report report;

  QueueText(PrintWriter out, Report report) {
    this.out = out;
    this.report = report;
  }

  void print(SimulationReport result) {
    queues(result);
    out.println();
    evictions(result.evictions());
  }

  private void queues(SimulationReport result) {
    var rows = new ArrayList<List<String>>();
    var header =
        new ArrayList<String>(
            List.of(
                "queue",
                "weight",
                "groups",
                "started",
                "waiting",
                "evicted",
                "mean wait",
                "p50",
                "p95",
                "longest"));
    result.resources().stream()
        .map(ResourceUse::resource)
        .map(QueueText::brief)
        .forEach(header::add);
    rows.add(header);
    for (QueueLine line : result.queues()) {
      var row =
          new ArrayList<String>(
              List.of(
                  line.queue(),
                  Integer.toString(line.weight()),
                  "%,d".formatted(line.groups()),
                  "%,d".formatted(line.started()),
                  "%,d".formatted(line.waiting()),
                  "%,d".formatted(line.evicted()),
                  SimulationText.text(line.waits().mean()),
                  SimulationText.text(line.waits().median()),
                  SimulationText.text(line.waits().p95()),
                  SimulationText.text(line.waits().longest())));
      line.shares().stream().map(SimulationText::percent).forEach(row::add);
      rows.add(row);
    }
    report.table(rows);
    out.println(
        "  Waits are of whole groups until their minimum starts; evicted counts pods; the last"
            + " columns are average shares of the cluster.");
  }

  private static String brief(String resource) {
    return resource.substring(resource.lastIndexOf('/') + 1);
  }

  private void evictions(List<EvictionLine> evictions) {
    if (evictions.isEmpty()) {
      out.println("Nobody was evicted.");
      return;
    }
    out.println("Evictions:");
    for (EvictionLine line : evictions) {
      out.println(
          "  %s of queue %s by %s (for instance %s)"
              .formatted(
                  Report.plural(line.pods(), "pod"), line.queue(), line.reason(), line.example()));
    }
  }
}
