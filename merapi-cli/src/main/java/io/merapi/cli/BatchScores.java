package io.merapi.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The nodes that take a task, the best first, with the score of each plugin. */
final class BatchScores {

  /** Nodes shown unless all are asked for. */
  private static final int BEST = 10;

  private final PrintWriter out;
  private final Report report;
  private final boolean all;

  BatchScores(PrintWriter out, Report report, boolean all) {
    this.out = out;
    this.report = report;
    this.all = all;
  }

  /**
   * Prints scores.
   *
   * @param nodes in the fields of the recorded answers
   * @param whose follows the heading; empty where there is no question whose
   */
  void print(Map<String, @Nullable Object> nodes, String whose) {
    List<String> fitting =
        nodes.keySet().stream()
            .filter(name -> Trees.isTrue(Trees.map(nodes.get(name)).get("fit")))
            .sorted(
                Comparator.comparingDouble((String name) -> -total(Trees.map(nodes.get(name))))
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    if (fitting.isEmpty()) {
      out.println("No node passes the filters%s.".formatted(whose));
      return;
    }
    out.println(
        "Nodes that pass the filters%s, the best first, with scores (room: now, soon as pods leave, or none):"
            .formatted(whose));
    var plugins = new TreeSet<String>();
    for (String name : fitting) {
      plugins.addAll(scores(nodes, name, "scores").keySet());
      plugins.addAll(scores(nodes, name, "batchScores").keySet());
    }
    var rows = new ArrayList<List<String>>();
    var header = new ArrayList<String>(List.of("node", "room", "total"));
    header.addAll(plugins);
    rows.add(header);
    List<String> shown = all || fitting.size() <= BEST ? fitting : fitting.subList(0, BEST);
    for (String name : shown) {
      Map<String, @Nullable Object> node = Trees.map(nodes.get(name));
      var row = new ArrayList<String>(List.of(name, room(node), number(node.get("total"))));
      for (String plugin : plugins) {
        row.add(
            both(
                scores(nodes, name, "scores").get(plugin),
                scores(nodes, name, "batchScores").get(plugin)));
      }
      rows.add(row);
    }
    report.table(rows);
    if (shown.size() < fitting.size()) {
      out.println(
          "  ... and %s; --all shows them"
              .formatted(Report.plural(fitting.size() - shown.size(), "more node")));
    }
  }

  private static Map<String, @Nullable Object> scores(
      Map<String, @Nullable Object> nodes, String name, String field) {
    return Trees.map(Trees.map(nodes.get(name)).get(field));
  }

  private static String room(Map<String, @Nullable Object> node) {
    if (Trees.isTrue(node.get("fitsIdle"))) {
      return "now";
    }
    return Trees.isTrue(node.get("fitsFutureIdle")) ? "soon" : "none";
  }

  private static double total(Map<String, @Nullable Object> node) {
    return node.get("total") instanceof Number total ? total.doubleValue() : 0;
  }

  /** A plugin may score nodes one by one and all together. */
  private static String both(@Nullable Object single, @Nullable Object together) {
    if (single == null) {
      return number(together);
    }
    return together == null ? number(single) : number(single) + " + " + number(together);
  }

  private static String number(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Number number ->
          number.doubleValue() == Math.rint(number.doubleValue())
              ? "%.0f".formatted(number.doubleValue())
              : "%.2f".formatted(number.doubleValue());
      default -> value.toString();
    };
  }
}
