package io.merapi.sim.trace;

import io.merapi.api.resource.Quantity;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A table of jobs that somebody wrote, or had a program write, for simulations. */
final class PlainJobs implements TraceFormat {

  static final List<String> REQUIRED = List.of("arrival", "run_time", "cpu", "memory");

  static final List<String> OPTIONAL =
      List.of(
          "gpu",
          "gpu_type",
          "name",
          "namespace",
          "queue",
          "priority",
          "pods",
          "min_available",
          "kind");

  private static final String TITLE = "a list of jobs";
  private static final int MOST_PODS = 1_000_000;

  private final CsvTable table;

  PlainJobs(CsvTable table) {
    table.require(TITLE, REQUIRED);
    this.table = table;
  }

  @Override
  public String title() {
    return TITLE;
  }

  @Override
  public Set<String> unknownColumns() {
    return table.beside(Stream.concat(REQUIRED.stream(), OPTIONAL.stream()).toList());
  }

  @Override
  public TracedJob read(String line, int number) {
    Row row = table.row(line);
    int pods = row.has("pods") ? row.count("pods", 1, MOST_PODS) : 1;
    return new TracedJob(
        row.has("name") ? row.text("name") : "job-" + number,
        row.has("namespace") ? row.text("namespace") : "default",
        row.text("queue"),
        priorityClass(row),
        row.time("arrival"),
        row.has("run_time") ? row.time("run_time") : null,
        pods,
        minAvailable(row, pods),
        shape(row));
  }

  private static String priorityClass(Row row) {
    String text = row.text("priority");
    return text.matches("[+-]?\\d+") ? NumberedPriority.of(row).className() : text;
  }

  /** Several pods are a gang unless the row says that each is by itself. */
  private static int minAvailable(Row row, int pods) {
    boolean gang =
        switch (row.text("kind")) {
          case "" -> pods > 1 || row.has("min_available");
          case "Job" -> true;
          case "Pod" -> false;
          default -> throw new BrokenRow("kind", row.text("kind"), "Pod or Job");
        };
    if (!gang) {
      return 0;
    }
    return row.has("min_available") ? row.count("min_available", 1, pods) : pods;
  }

  private static PodShape shape(Row row) {
    Quantity cards = row.amount("gpu", "2 or 0.5");
    boolean part = cards.milliValue() < PodShape.WHOLE_CARD;
    if ((!part && cards.wholeValue().isEmpty()) || cards.value() > PodShape.MOST_CARDS) {
      throw new BrokenRow(
          "gpu",
          row.text("gpu"),
          "a whole number of cards up to %d, or a part of one".formatted(PodShape.MOST_CARDS));
    }
    return new PodShape(
        row.amount("cpu", "4 or 500m").milliValue(),
        row.amount("memory", "16Gi").value(),
        (int) cards.value(),
        cards.isZero() ? 0 : part ? (int) cards.milliValue() : PodShape.WHOLE_CARD,
        cards.isZero() ? List.of() : row.alternatives("gpu_type"));
  }

  @Override
  public boolean isLog() {
    return false;
  }
}
