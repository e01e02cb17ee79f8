package io.merapi.explain.answers;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.LonePlugin;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.Nominations;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything that the plugins of one profile say of a pod. */
public final class PodAnswers {

  private final SchedulingProfile profile;
  private final ClusterView cluster;
  private final Nominations nominations;

  public PodAnswers(SchedulingProfile profile, ClusterView cluster, Nominations nominations) {
    this.profile = profile;
    this.cluster = cluster;
    this.nominations = nominations;
  }

  /**
   * The answers for a pod.
   *
   * @param makesRoom whether the post-filters are asked where no node fits
   */
  public Map<String, Object> of(PodInfo pod, boolean makesRoom) {
    var answers = new TreeMap<String, Object>();
    preEnqueue(pod, answers);
    alone(pod, answers);
    PodAttempt attempt = profile.attempt(pod, cluster);
    PreFilterOutcome before = profile.filtering().preFilter(attempt);
    answers.put("preFilter", preFilter(before));
    List<NodeInfo> feasible = List.of();
    if (before.result().isSuccess()) {
      feasible = filter(attempt, before, answers);
    }
    if (!feasible.isEmpty() && profile.scoring().hasScorers()) {
      score(attempt, feasible, answers);
    }
    place(pod, feasible, makesRoom, answers);
    return answers;
  }

  private void preEnqueue(PodInfo pod, Map<String, Object> answers) {
    var verdicts = new TreeMap<String, Object>();
    for (PluginVerdict verdict : profile.keptOutBy(pod)) {
      verdicts.put(verdict.plugin(), Statuses.of(verdict.verdict()));
    }
    putUnlessEmpty(answers, "preEnqueue", verdicts);
  }

  private void alone(PodInfo pod, Map<String, Object> answers) {
    var plugins = new TreeMap<String, Object>();
    var skips = new ArrayList<String>();
    for (LonePlugin plugin : profile.lonePlugins()) {
      LonePlugin.Answer answer = plugin.ask(pod, cluster);
      if (answer.preFilter().verdict().isSkip()) {
        skips.add(plugin.name());
        continue;
      }
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
      putUnlessEmpty(plugins, plugin.name(), verdicts);
    }
    putUnlessEmpty(answers, "plugins", plugins);
    if (!skips.isEmpty()) {
      answers.put("pluginSkips", skips);
    }
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

  private List<NodeInfo> filter(
      PodAttempt attempt, PreFilterOutcome before, Map<String, Object> answers) {
    var verdicts = new TreeMap<String, Object>();
    var feasible = new ArrayList<NodeInfo>();
    for (NodeInfo node : cluster.nodes()) {
      if (before.nodeNames() != null && !before.nodeNames().contains(node.name())) {
        continue;
      }
      PluginVerdict verdict =
          profile.filtering().filter(attempt, node, nominations.on(node.name()));
      verdicts.put(node.name(), Statuses.of(verdict));
      if (verdict.isSuccess()) {
        feasible.add(node);
      }
    }
    putUnlessEmpty(answers, "filter", verdicts);
    return feasible;
  }

  private void score(PodAttempt attempt, List<NodeInfo> feasible, Map<String, Object> answers) {
    PreScoreOutcome before = profile.scoring().preScore(attempt, feasible);
    var preScore = new TreeMap<String, Object>();
    preScore.put("status", Statuses.of(before.result()));
    preScore.put("skipped", List.copyOf(before.skipped()));
    answers.put("preScore", preScore);
    if (!before.result().isSuccess()) {
      return;
    }
    switch (profile.scoring().score(attempt, feasible)) {
      case ScoreOutcome.Scored(var table) -> answers.put("scores", scores(table));
      case ScoreOutcome.Failed(var result) -> {
        answers.put("scoreStatus", Statuses.of(result));
        answers.put("scores", rawScores(attempt, feasible));
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

  private Map<String, Object> rawScores(PodAttempt attempt, List<NodeInfo> feasible) {
    Map<String, long[]> columns = profile.scoring().rawScores(attempt, feasible);
    var scores = new TreeMap<String, Object>();
    for (int node = 0; node < feasible.size(); node++) {
      var raw = new TreeMap<String, Object>();
      for (Map.Entry<String, long[]> column : columns.entrySet()) {
        raw.put(column.getKey(), column.getValue()[node]);
      }
      scores.put(feasible.get(node).name(), scores(raw, Map.of(), 0));
    }
    return scores;
  }

  private static Map<String, Object> scores(
      Map<String, Object> raw, Map<String, Object> weighted, long total) {
    return new TreeMap<>(Map.of("raw", raw, "weighted", weighted, "total", total));
  }

  private void place(
      PodInfo pod, List<NodeInfo> feasible, boolean makesRoom, Map<String, Object> answers) {
    var placement =
        new ReferencePlacement(
            profile, NodeSampling.ALL_NODES, new NodeRotation(), new TieBreak(0));
    PodAttempt attempt = profile.attempt(pod, cluster);
    switch (placement.place(attempt, nominations)) {
      case PlacementOutcome.NoNodes _ -> answers.put("error", PlacementOutcome.NoNodes.MESSAGE);
      case PlacementOutcome.Failed(var message) -> answers.put("error", message);
      case PlacementOutcome.Unfit(var error) -> {
        String postFilterMessage = "";
        if (makesRoom && profile.filtering().hasPostFilters()) {
          Map<String, Verdict> verdicts = error.diagnosis().verdicts(cluster);
          PostFilterOutcome room = profile.filtering().postFilter(attempt, verdicts);
          postFilterMessage = room.result().message();
          answers.put("postFilter", postFilter(room));
        }
        answers.put("fitError", error.message(postFilterMessage));
      }
      case PlacementOutcome.Placed placed -> answers.put("result", result(placed, feasible));
    }
  }

  private static Map<String, Object> postFilter(PostFilterOutcome room) {
    var answer = new TreeMap<String, Object>();
    answer.put("status", Statuses.of(room.result()));
    String node = room.nominatedNode();
    if (node != null && node.isEmpty()) {
      answer.put("clearsNomination", true);
    } else if (node != null) {
      answer.put("nominatedNodes", List.of(node));
    }
    return answer;
  }

  private Map<String, Object> result(PlacementOutcome.Placed placed, List<NodeInfo> feasible) {
    var result = new TreeMap<String, Object>();
    result.put("feasibleNodes", (long) placed.feasibleNodes());
    if (profile.scoring().hasScorers()) {
      result.put("hosts", placed.best().stream().sorted().toList());
      result.put("evaluatedNodes", (long) placed.evaluatedNodes());
    } else {
      // The first node that fits is taken, so it could have been any of them.
      result.put("hosts", feasible.stream().map(NodeInfo::name).sorted().toList());
      result.put("firstFeasible", true);
    }
    return result;
  }

  private static void putUnlessEmpty(
      Map<String, Object> answers, String key, Map<String, Object> value) {
    if (!value.isEmpty()) {
      answers.put(key, value);
    }
  }
}
