package io.merapi.cli;

import io.merapi.api.framework.Reason;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.explain.answers.PodFindings;
import io.merapi.explain.pod.Objection;
import io.merapi.explain.pod.PodExplanation;
import io.merapi.explain.pod.PodSituation;
import io.merapi.explain.pod.ReasonGroup;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.placement.PlacementOutcome;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** An explanation for people to read, the answer first and then the reasons for it. */
final class ExplanationText {

  /** Nodes shown of one reason, unless all are asked for. */
  private static final int NODES_OF_REASON = 5;

  private final PrintWriter out;
  private final Report report;
  private final boolean all;

  ExplanationText(PrintWriter out, Report report, boolean all) {
    this.out = out;
    this.report = report;
    this.all = all;
  }

  void print(PodExplanation explanation) {
    PodFindings findings = explanation.findings();
    out.println(headline(explanation));
    notes(explanation).forEach(note -> out.println("note: " + note));
    out.println();
    for (PluginVerdict verdict : findings.keptOutBy()) {
      out.println("Kept out of the queue by %s: %s".formatted(verdict.plugin(), verdict.message()));
    }
    if (!findings.keptOutBy().isEmpty()) {
      out.println("Once let in:");
    }
    outcome(explanation);
    if (findings.scores() instanceof ScoreOutcome.Scored(var table)) {
      out.println();
      new ScoreMatrix(table, findings, all).print(out, report);
    }
    if (!explanation.objections().isEmpty()) {
      List<ReasonGroup> reasons = explanation.reasons();
      out.println();
      reasons(explanation, reasons);
      out.println();
      objections(explanation, reasons);
    }
  }

  private static String headline(PodExplanation explanation) {
    String situation =
        switch (explanation.situation()) {
          case PENDING -> "is pending";
          case GATED -> "is pending and gated";
          case ASSIGNED -> "is on node " + explanation.pod().nodeName();
          case ENDED -> "has ended";
          case DELETED -> "is being deleted";
        };
    return "Pod %s %s. Its scheduler is %s; it asks for %s."
        .formatted(
            explanation.pod().key(), situation, explanation.schedulerName(), requests(explanation));
  }

  private static String requests(PodExplanation explanation) {
    var dictionary = new ResourceDictionary();
    ResourceAmounts requests =
        PodRequests.of(explanation.pod(), dictionary, PodRequests.Rules.DEFAULT).requests();
    var texts = new ArrayList<String>();
    for (int id = 0; id < dictionary.size(); id++) {
      if (requests.get(id) != 0) {
        String name = dictionary.name(id);
        texts.add("%s %s".formatted(Amounts.text(name, requests.get(id)), name));
      }
    }
    return texts.isEmpty() ? "nothing" : String.join(", ", texts);
  }

  /** What a reader must know of how the answer came about. */
  static List<String> notes(PodExplanation explanation) {
    var notes = new ArrayList<String>();
    String profile = explanation.findings().profile().schedulerName();
    if (!explanation.byItsOwnProfile()) {
      notes.add(
          "no profile is named %s, so the profile %s answers in its place"
              .formatted(explanation.schedulerName(), profile));
    }
    if (explanation.situation() == PodSituation.ASSIGNED) {
      notes.add("the answer is for the pod as if it came now and were not on its node");
    } else if (explanation.situation() != PodSituation.PENDING
        && explanation.situation() != PodSituation.GATED) {
      notes.add("a scheduler passes over such a pod; the answer is for the pod as if it came now");
    }
    var missing = explanation.findings().profile().missing();
    if (!missing.isEmpty()) {
      notes.add("not asked, for they do not exist yet: " + String.join(", ", missing));
    }
    List<String> extenders = explanation.extendersNotAsked();
    if (!extenders.isEmpty()) {
      notes.add("extenders were not asked: " + String.join(", ", extenders));
    }
    return notes;
  }

  private void outcome(PodExplanation explanation) {
    PodFindings findings = explanation.findings();
    switch (findings.placement()) {
      case PlacementOutcome.Placed placed -> out.println(placed(explanation, placed));
      case PlacementOutcome.Unfit _ -> {
        out.println("Fits on no node. Its event says:");
        out.println("  " + findings.failure());
        PluginVerdict before = findings.preFilter().result();
        if (!before.isSuccess() && !before.plugin().isEmpty()) {
          out.println();
          out.println(
              "%s turned the pod down before any node was looked at.".formatted(before.plugin()));
        }
        new PreemptionText(out, all).print(findings);
      }
      case PlacementOutcome.NoNodes _, PlacementOutcome.Failed _ -> {
        out.println("The attempt fails:");
        out.println("  " + findings.failure());
      }
    }
  }

  private static String placed(PodExplanation explanation, PlacementOutcome.Placed placed) {
    int fit = explanation.findings().feasible().size();
    int nodes = fit + explanation.objections().size();
    String fits = fit == 1 ? "fits" : "fit";
    String equals =
        switch (placed.best().size()) {
          case 1 -> "";
          case 2 -> "; one other node is as good";
          default -> "; %,d others are as good".formatted(placed.best().size() - 1);
        };
    String nominated =
        placed.node().equals(explanation.pod().status().nominatedNodeName())
            ? " The pod is nominated to that node, so it is tried first and taken if it fits."
            : sampled(explanation, placed, fit);
    return "Would go to %s: %,d of %s %s%s.%s"
        .formatted(placed.node(), fit, Report.plural(nodes, "node"), fits, equals, nominated);
  }

  private static String sampled(
      PodExplanation explanation, PlacementOutcome.Placed placed, int fit) {
    return placed.feasibleNodes() < fit && explanation.findings().profile().scoring().hasScorers()
        ? " It is the best of the first %,d that fit: sampling ends the search after %s."
            .formatted(placed.feasibleNodes(), Report.plural(placed.evaluatedNodes(), "node"))
        : "";
  }

  private void reasons(PodExplanation explanation, List<ReasonGroup> reasons) {
    int count = explanation.objections().size();
    String verb = count == 1 ? "does" : "do";
    out.println("%s %s not fit, by reason:".formatted(Report.plural(count, "node"), verb));
    for (ReasonGroup group : reasons) {
      String eviction = group.evictionHelps() ? "evicting pods might help" : "eviction cannot help";
      out.println(
          "  %,d x %s (%s; %s)"
              .formatted(group.nodes().size(), group.reason(), group.plugin(), eviction));
      out.println("      " + names(group.nodes()));
      if (!group.detail().isEmpty()) {
        out.println(
            "      for instance %s: %s".formatted(group.nodes().getFirst(), group.detail()));
      }
    }
  }

  private String names(List<String> nodes) {
    List<String> shown = shown(nodes);
    String more =
        shown.size() < nodes.size() ? " and %,d more".formatted(nodes.size() - shown.size()) : "";
    return String.join(", ", shown) + more;
  }

  private List<String> shown(List<String> nodes) {
    return all || nodes.size() <= NODES_OF_REASON ? nodes : nodes.subList(0, NODES_OF_REASON);
  }

  private void objections(PodExplanation explanation, List<ReasonGroup> reasons) {
    var nodes = new LinkedHashSet<String>();
    reasons.forEach(group -> nodes.addAll(shown(group.nodes())));
    out.println("Every plugin that turns them down (> the first in order, which decides):");
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("node", "  plugin", "verdict", "reason"));
    for (Map.Entry<String, List<Objection>> entry : explanation.objections().entrySet()) {
      if (nodes.contains(entry.getKey())) {
        rows.addAll(rows(entry.getKey(), entry.getValue()));
      }
    }
    report.list(rows);
    int more = explanation.objections().size() - nodes.size();
    if (more > 0) {
      out.println("  ... and %s; --all shows them".formatted(Report.plural(more, "more node")));
    }
  }

  private static List<List<String>> rows(String node, List<Objection> objections) {
    var rows = new ArrayList<List<String>>();
    for (Objection objection : objections) {
      for (Reason reason : objection.reasons()) {
        rows.add(
            List.of(
                rows.isEmpty() ? node : "",
                (objection.decides() ? "> " : "  ") + objection.plugin(),
                objection.verdict().code(),
                reason.summary()));
      }
    }
    return rows;
  }
}
