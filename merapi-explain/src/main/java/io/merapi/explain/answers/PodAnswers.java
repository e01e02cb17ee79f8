package io.merapi.explain.answers;

import io.merapi.kube.framework.LonePlugin;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.placement.PlacementOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was found about a pod, in the shape of the recorded answers. */
public final class PodAnswers {

  private final PodFindings findings;
  private final Map<String, Object> answers = new TreeMap<>();

  private PodAnswers(PodFindings findings) {
    this.findings = findings;
  }

  public static Map<String, Object> of(PodFindings findings) {
    var answers = new PodAnswers(findings);
    answers.preEnqueue();
    answers.alone();
    answers.put("preFilter", preFilter(findings.preFilter()));
    answers.filter();
    answers.score(findings.preScore(), findings.scores());
    answers.place(findings.room());
    return answers.answers;
  }

  private void preEnqueue() {
    var verdicts = new TreeMap<String, Object>();
    for (PluginVerdict verdict : findings.keptOutBy()) {
      verdicts.put(verdict.plugin(), Statuses.of(verdict.verdict()));
    }
    put("preEnqueue", verdicts);
  }

  private void alone() {
    var plugins = new TreeMap<String, Object>();
    var skips = new ArrayList<String>();
    findings
        .alone()
        .forEach((plugin, answer) -> {
          if (answer.preFilter().verdict().isSkip()) {
            skips.add(plugin);
          } else {
            putUnlessEmpty(plugins, plugin, alone(answer));
          }
        });
    put("plugins", plugins);
    if (!skips.isEmpty()) {
      answers.put("pluginSkips", skips);
    }
  }

  private static Map<String, Object> alone(LonePlugin.Answer answer) {
    var verdicts = new TreeMap<String, Object>();
    Map<String, Object> before = Statuses.of(answer.preFilter().verdict());
    if (answer.preFilter().nodeNames() != null) {
      before.put("nodeNames", answer.preFilter().nodeNames().stream().sorted().toList());
    }
    if (!answer.preFilter().verdict().isSuccess() || answer.preFilter().nodeNames() != null) {
      verdicts.put("preFilter", before);
    }
    var nodes = new TreeMap<String, Object>();
    answer.rejections().forEach((node, verdict) -> nodes.put(node, Statuses.of(verdict)));
    putUnlessEmpty(verdicts, "filter", nodes);
    return verdicts;
  }

  private static Map<String, Object> preFilter(PreFilterOutcome outcome) {
    var answer = new TreeMap<String, Object>();
    answer.put("status", Statuses.of(outcome.result()));
    answer.put("skipped", List.copyOf(outcome.skipped()));
    if (outcome.nodeNames() != null) {
      answer.put("nodeNames", List.copyOf(outcome.nodeNames()));
    }
    return answer;
  }

  private void filter() {
    var verdicts = new TreeMap<String, Object>();
    findings.nodes().forEach((node, verdict) -> verdicts.put(node, Statuses.of(verdict)));
    put("filter", verdicts);
  }

  private void score(@Nullable PreScoreOutcome before, @Nullable ScoreOutcome scores) {
    if (before == null) {
      return;
    }
    var preScore = new TreeMap<String, Object>();
    preScore.put("status", Statuses.of(before.result()));
    preScore.put("skipped", List.copyOf(before.skipped()));
    answers.put("preScore", preScore);
    switch (scores) {
      case null -> {
        // The pre-scores failed.
      }
      case ScoreOutcome.Scored(var table) -> answers.put("scores", scores(table));
      case ScoreOutcome.Failed(var result) -> {
        answers.put("scoreStatus", Statuses.of(result));
        answers.put("scores", rawScores());
      }
    }
  }

  private static Map<String, Object> scores(ScoreTable table) {
    var scores = new TreeMap<String, Object>();
    for (int node = 0; node < table.nodes().size(); node++) {
      var raw = new TreeMap<String, Object>();
      var weighted = new TreeMap<String, Object>();
      for (int plugin = 0; plugin < table.plugins().size(); plugin++) {
        raw.put(table.plugins().get(plugin), table.raw(node, plugin));
        weighted.put(table.plugins().get(plugin), table.weighted(node, plugin));
      }
      scores.put(table.nodes().get(node).name(), scores(raw, weighted, table.total(node)));
    }
    return scores;
  }

  private Map<String, Object> rawScores() {
    List<String> feasible = findings.feasible();
    var scores = new TreeMap<String, Object>();
    for (int node = 0; node < feasible.size(); node++) {
      var raw = new TreeMap<String, Object>();
      for (Map.Entry<String, long[]> column : findings.rawScores().entrySet()) {
        raw.put(column.getKey(), column.getValue()[node]);
      }
      scores.put(feasible.get(node), scores(raw, Map.of(), 0));
    }
    return scores;
  }

  private static Map<String, Object> scores(
      Map<String, Object> raw, Map<String, Object> weighted, long total) {
    return new TreeMap<>(Map.of("raw", raw, "weighted", weighted, "total", total));
  }

  private void place(@Nullable PostFilterOutcome room) {
    if (room != null) {
      answers.put("postFilter", RoomAnswers.of(room, findings.preemption()));
    }
    switch (findings.placement()) {
      case PlacementOutcome.NoNodes _, PlacementOutcome.Failed _ ->
          answers.put("error", findings.failure());
      case PlacementOutcome.Unfit _ -> answers.put("fitError", findings.failure());
      case PlacementOutcome.Placed placed -> answers.put("result", result(placed));
    }
  }

  private Map<String, Object> result(PlacementOutcome.Placed placed) {
    var result = new TreeMap<String, Object>();
    result.put("feasibleNodes", (long) placed.feasibleNodes());
    if (findings.profile().scoring().hasScorers()) {
      result.put("hosts", placed.best().stream().sorted().toList());
      result.put("evaluatedNodes", (long) placed.evaluatedNodes());
    } else {
      // The first node that fits is taken, so it could have been any of them.
      result.put("hosts", findings.feasible().stream().sorted().toList());
      result.put("firstFeasible", true);
    }
    return result;
  }

  private void put(String key, Map<String, Object> value) {
    putUnlessEmpty(answers, key, value);
  }

  private static void putUnlessEmpty(
      Map<String, Object> answers, String key, Map<String, Object> value) {
    if (!value.isEmpty()) {
      answers.put(key, value);
    }
  }
}
