package io.merapi.cli;

import io.merapi.sim.placement.PlacementExperiment;
import io.merapi.sim.placement.PolicyResult;
import io.merapi.sim.placement.PolicyResult.Trial;
import io.merapi.sim.trace.TracedNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What came of trying policies on a trace, for people and for programs. */
record PlacementReport(PlacementExperiment experiment, List<PolicyResult> results) {

  void print(PrintWriter out, Report report) {
    List<Long> seeds = experiment.seeds();
    out.printf(
        Locale.ROOT,
        "Placed %s on %s with %s, in %s of coming (%s).%n%n",
        Report.plural(experiment.pods().size(), "pod"),
        Report.plural(experiment.nodes().size(), "node"),
        Report.plural(experiment.nodes().stream().mapToInt(TracedNode::cards).sum(), "GPU"),
        Report.plural(seeds.size(), "random order"),
        seeds.size() == 1
            ? "seed " + seeds.getFirst()
            : "seeds %d to %d".formatted(seeds.getFirst(), seeds.getLast()));
    report.table(means());
    out.printf(
        "  GPUs given away, in percent of all, when the pods that came had asked for %s of them;%n"
            + "  mean of all orders, and standard deviation (sd). Pods never leave, and one that"
            + " fits nowhere is dropped.%n",
        experiment.marks().stream().map(mark -> mark + " %").collect(Collectors.joining(" and ")));
    for (int mark = 0; mark < experiment.marks().size(); mark++) {
      out.printf("%nAt %d %% by seed:%n", experiment.marks().get(mark));
      report.table(bySeed(mark));
    }
  }

  private List<List<String>> means() {
    var rows = new ArrayList<List<String>>();
    var header = new ArrayList<>(List.of("policy"));
    experiment.marks().forEach(mark -> header.addAll(List.of("at %d %%".formatted(mark), "sd")));
    rows.add(header);
    for (PolicyResult result : results) {
      var row = new ArrayList<>(List.of(result.policy()));
      for (int mark = 0; mark < experiment.marks().size(); mark++) {
        row.add(percent(result.mean(mark)));
        row.add(percent(result.deviation(mark)));
      }
      rows.add(row);
    }
    return rows;
  }

  private List<List<String>> bySeed(int mark) {
    var rows = new ArrayList<List<String>>();
    var header = new ArrayList<>(List.of("seed"));
    results.forEach(result -> header.add(result.policy()));
    rows.add(header);
    for (int trial = 0; trial < experiment.seeds().size(); trial++) {
      var row = new ArrayList<>(List.of(Long.toString(experiment.seeds().get(trial))));
      for (PolicyResult result : results) {
        row.add(percent(result.trials().get(trial).allocated().get(mark)));
      }
      rows.add(row);
    }
    return rows;
  }

  private static String percent(double value) {
    return "%.2f".formatted(value);
  }

  Map<String, Object> tree() {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("nodes", experiment.nodes().size());
    tree.put("gpus", experiment.nodes().stream().mapToInt(TracedNode::cards).sum());
    tree.put("pods", experiment.pods().size());
    tree.put("seeds", experiment.seeds());
    tree.put("policies", results.stream().map(this::policy).toList());
    return tree;
  }

  private Map<String, Object> policy(PolicyResult result) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("policy", result.policy());
    var marks = new ArrayList<Map<String, Object>>();
    for (int mark = 0; mark < experiment.marks().size(); mark++) {
      var one = new LinkedHashMap<String, Object>();
      one.put("arrivedPercent", experiment.marks().get(mark));
      one.put("meanAllocatedPercent", result.mean(mark));
      one.put("deviation", result.deviation(mark));
      int at = mark;
      one.put("allocatedPercent", result.trials().stream().map(trial -> seed(trial, at)).toList());
      marks.add(one);
    }
    tree.put("marks", marks);
    return tree;
  }

  private static Map<String, Object> seed(Trial trial, int mark) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("seed", trial.seed());
    tree.put("percent", trial.allocated().get(mark));
    return tree;
  }
}
