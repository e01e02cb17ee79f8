package io.merapi.cli;

import io.merapi.explain.answers.PodFindings;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.placement.PlacementOutcome;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The nodes that fit, the best first, with the score of each plugin. */
final class ScoreMatrix {

  /** Nodes shown unless all are asked for. */
  private static final int BEST = 10;

  private final ScoreTable table;
  private final PodFindings findings;
  private final boolean all;

  ScoreMatrix(ScoreTable table, PodFindings findings, boolean all) {
    this.table = table;
    this.findings = findings;
    this.all = all;
  }

  void print(PrintWriter out, Report report) {
    List<Integer> ranked = ranked();
    List<Integer> shown = all || ranked.size() <= BEST ? ranked : ranked.subList(0, BEST);
    out.println("Nodes that fit, the best first, with weighted scores (raw scores in brackets):");
    var rows = new ArrayList<List<String>>();
    header(rows);
    shown.forEach(node -> rows.add(row(node)));
    report.table(rows);
    if (shown.size() < ranked.size()) {
      String more = Report.plural(ranked.size() - shown.size(), "more node");
      out.println("  ... and %s; --all shows them".formatted(more));
    }
    PreScoreOutcome before = findings.preScore();
    if (before != null && !before.skipped().isEmpty()) {
      out.println("  No opinion on this pod: " + String.join(", ", before.skipped()));
    }
  }

  /** The node that is taken stands before others that are as good. */
  private List<Integer> ranked() {
    String taken =
        findings.placement() instanceof PlacementOutcome.Placed placed ? placed.node() : "";
    return IntStream.range(0, table.nodes().size())
        .boxed()
        .sorted(
            Comparator.comparingLong((Integer node) -> -table.total(node))
                .thenComparing(node -> !name(node).equals(taken))
                .thenComparing(this::name))
        .toList();
  }

  private String name(int node) {
    return table.nodes().get(node).name();
  }

  /** Long names of plugins stand word below word, so that a row fits on a screen. */
  private void header(List<List<String>> rows) {
    List<List<String>> words =
        table.plugins().stream().map(name -> List.of(name.split("(?<=[a-z])(?=[A-Z])"))).toList();
    int height = words.stream().mapToInt(List::size).max().orElse(0);
    for (int line = 0; line < height; line++) {
      var row = new ArrayList<String>(List.of("", ""));
      for (List<String> name : words) {
        int word = line - (height - name.size());
        row.add(word < 0 ? "" : name.get(word));
      }
      rows.add(row);
    }
    var weights = new ArrayList<String>(List.of("node", "total"));
    for (String plugin : table.plugins()) {
      weights.add(
          "x "
              + findings
                  .profile()
                  .configuration()
                  .plugins()
                  .scoreWeights()
                  .getOrDefault(plugin, 0));
    }
    rows.add(weights);
  }

  private List<String> row(int node) {
    var row = new ArrayList<String>(List.of(name(node), Long.toString(table.total(node))));
    for (int plugin = 0; plugin < table.plugins().size(); plugin++) {
      row.add("%d (%d)".formatted(table.weighted(node, plugin), table.raw(node, plugin)));
    }
    return row;
  }
}
