package io.merapi.cli;

import io.merapi.explain.group.BatchExplanation;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What plugins have worked out for the queue of a group, and for the group itself. */
final class QueueShares {

  /** In the order of reading: what it may have, what it has, what it wants. */
  private static final List<String> ROWS =
      List.of(
          "guarantee",
          "deserved",
          "capability",
          "realCapability",
          "allocated",
          "inqueue",
          "request");

  private final PrintWriter out;
  private final Report report;

  QueueShares(PrintWriter out, Report report) {
    this.out = out;
    this.report = report;
  }

  void print(BatchExplanation explanation) {
    explanation
        .plugins()
        .forEach((plugin, attributes) -> {
          Map<String, @Nullable Object> queue =
              Trees.map(Trees.map(Trees.map(attributes).get("queues")).get(explanation.queue()));
          if (!queue.isEmpty()) {
            out.println();
            out.println(
                "Queue %s by %s (share %s):"
                    .formatted(explanation.queue(), plugin, share(queue.get("share"))));
            amounts(queue);
          }
          Object group = explanation.podGroup() == null ? "" : explanation.podGroup().key();
          Map<String, @Nullable Object> job =
              Trees.map(Trees.map(Trees.map(attributes).get("jobs")).get(group));
          if (!job.isEmpty()) {
            Object dominant = job.get("dominantResource");
            out.println();
            out.println(
                "The group by %s: share %s%s"
                    .formatted(
                        plugin,
                        share(job.get("share")),
                        dominant == null || dominant.equals("") ? "" : " of " + dominant));
          }
        });
  }

  private void amounts(Map<String, @Nullable Object> queue) {
    var resources = new TreeSet<String>();
    ROWS.forEach(row -> resources.addAll(Trees.map(queue.get(row)).keySet()));
    resources.remove("pods");
    var rows = new ArrayList<List<String>>();
    var header = new ArrayList<String>(List.of(""));
    header.addAll(resources);
    rows.add(header);
    for (String name : ROWS) {
      Map<String, @Nullable Object> amounts = Trees.map(queue.get(name));
      if (!amounts.isEmpty() && !isNothing(amounts)) {
        var row = new ArrayList<String>(List.of(name));
        resources.forEach(resource -> row.add(amount(resource, amounts.get(resource))));
        rows.add(row);
      }
    }
    report.table(rows);
  }

  private static boolean isNothing(Map<String, @Nullable Object> amounts) {
    return amounts.values().stream()
        .allMatch(amount -> amount instanceof Number number && number.doubleValue() == 0);
  }

  private static String amount(String resource, @Nullable Object value) {
    if (!(value instanceof Number number)) {
      return value == null ? "" : "no limit";
    }
    boolean thousandths = !resource.equals("cpu") && !resource.equals("memory");
    return Amounts.text(
        resource, Math.round(thousandths ? number.doubleValue() / 1000 : number.doubleValue()));
  }

  private static String share(@Nullable Object value) {
    return value instanceof Number number ? "%.2f".formatted(number.doubleValue()) : "not set";
  }
}
