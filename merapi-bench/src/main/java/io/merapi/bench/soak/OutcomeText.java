package io.merapi.bench.soak;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.placement.FitError;
import io.merapi.kube.placement.PlacementOutcome;
import java.util.Map;
import java.util.TreeMap;

/** All that a placement says, as text by subject, in the order of names. */
final class OutcomeText {

  private OutcomeText() {}

  static Map<String, String> of(PlacementOutcome outcome, ClusterView cluster) {
    var text = new TreeMap<String, String>();
    switch (outcome) {
      case PlacementOutcome.Placed placed -> {
        text.put("node", placed.node());
        text.put("total", Long.toString(placed.total()));
        text.put("looked at", Integer.toString(placed.evaluatedNodes()));
        text.put("feasible", Integer.toString(placed.feasibleNodes()));
        text.put("equals", placed.best().stream().sorted().toList().toString());
        if (placed.scores() != null) {
          scores(placed.scores(), text);
        }
      }
      case PlacementOutcome.Unfit(FitError error) -> {
        text.put("event", error.message(""));
        text.put("plugins", error.diagnosis().unschedulablePlugins().toString());
        text.put("others", error.diagnosis().others().code() + error.diagnosis().others().texts());
        for (NodeInfo node : cluster.nodes()) {
          PluginVerdict verdict = error.diagnosis().nodes().of(node);
          if (verdict != null) {
            text.put(
                node.name(), verdict.plugin() + " " + verdict.verdict().code() + verdict.message());
          }
        }
      }
      case PlacementOutcome.NoNodes _ -> text.put("event", PlacementOutcome.NoNodes.MESSAGE);
      case PlacementOutcome.Failed(String message) -> text.put("failed", message);
    }
    return text;
  }

  private static void scores(ScoreTable table, Map<String, String> text) {
    for (int node = 0; node < table.nodes().size(); node++) {
      var scores = new StringBuilder();
      for (int plugin = 0; plugin < table.plugins().size(); plugin++) {
        scores
            .append(table.plugins().get(plugin))
            .append(' ')
            .append(table.raw(node, plugin))
            .append(" -> ")
            .append(table.weighted(node, plugin))
            .append("; ");
      }
      text.put(table.nodes().get(node).name(), scores.toString());
    }
  }
}
