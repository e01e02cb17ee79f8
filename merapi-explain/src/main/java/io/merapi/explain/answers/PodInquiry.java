package io.merapi.explain.answers;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.LonePlugin;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.placement.Placement;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemption;
import io.merapi.kube.preemption.PreemptionSurvey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks the plugins of one profile all that they can say of a pod; nothing is placed. */
public final class PodInquiry {

  private final SchedulingProfile profile;
  private final Placement placement;
  private final ClusterView cluster;
  private final Nominations nominations;

  /**
   * @param placement finds the node; plugins are asked about all nodes regardless of what it does
   */
  public PodInquiry(
      SchedulingProfile profile,
      Placement placement,
      ClusterView cluster,
      Nominations nominations) {
    this.profile = profile;
    this.placement = placement;
    this.cluster = cluster;
    this.nominations = nominations;
  }

  /**
   * What is found about a pod.
   *
   * @param makesRoom whether the post-filters are asked where no node fits
   */
  public PodFindings about(PodInfo pod, boolean makesRoom) {
    PodAttempt attempt = profile.attempt(pod, cluster);
    PreFilterOutcome before = profile.filtering().preFilter(attempt);
    var verdicts = new LinkedHashMap<String, PluginVerdict>();
    var feasible = new ArrayList<NodeInfo>();
    if (before.result().isSuccess()) {
      filter(attempt, before, verdicts, feasible);
    }
    PreScoreOutcome preScore = null;
    ScoreOutcome scores = null;
    if (!feasible.isEmpty() && profile.scoring().hasScorers()) {
      preScore = profile.scoring().preScore(attempt, feasible);
      scores = preScore.result().isSuccess() ? profile.scoring().score(attempt, feasible) : null;
    }
    Map<String, long[]> rawScores =
        scores instanceof ScoreOutcome.Failed
            ? profile.scoring().rawScores(attempt, feasible)
            : Map.of();
    // An attempt of its own, as a cycle would make it: this one has been asked out of order.
    PodAttempt cycle = profile.attempt(pod, cluster);
    PlacementOutcome outcome = placement.place(cycle, nominations);
    PostFilterOutcome room = null;
    PreemptionSurvey preemption = null;
    if (makesRoom && outcome instanceof PlacementOutcome.Unfit(var error)) {
      room = room(cycle, error.diagnosis());
      preemption = room == null ? null : preemption(cycle, error.diagnosis());
    }
    return new PodFindings(
        pod,
        profile,
        profile.keptOutBy(pod, cluster),
        alone(pod),
        before,
        verdicts,
        preScore,
        scores,
        rawScores,
        outcome,
        room,
        preemption);
  }

  private Map<String, LonePlugin.Answer> alone(PodInfo pod) {
    var answers = new LinkedHashMap<String, LonePlugin.Answer>();
    for (LonePlugin plugin : profile.lonePlugins()) {
      answers.put(plugin.name(), plugin.ask(pod, cluster));
    }
    return answers;
  }

  private void filter(
      PodAttempt attempt,
      PreFilterOutcome before,
      Map<String, PluginVerdict> verdicts,
      List<NodeInfo> feasible) {
    for (NodeInfo node : cluster.nodes()) {
      if (before.nodeNames() != null && !before.nodeNames().contains(node.name())) {
        continue;
      }
      PluginVerdict verdict =
          profile.filtering().filter(attempt, node, nominations.on(node.name()));
      verdicts.put(node.name(), verdict);
      if (verdict.isSuccess()) {
        feasible.add(node);
      }
    }
  }

  private @Nullable PostFilterOutcome room(PodAttempt attempt, NodeVerdicts rejections) {
    return profile.filtering().postFilters().isEmpty()
        ? null
        : profile.filtering().postFilter(attempt, rejections, nominations);
  }

  /** What preemption could do, also where a plugin before it has ended the run. */
  private @Nullable PreemptionSurvey preemption(PodAttempt attempt, NodeVerdicts rejections) {
    for (PostFilterPlugin plugin : profile.filtering().postFilters()) {
      if (plugin instanceof DefaultPreemption preemption) {
        DryRun dryRun = profile.filtering().dryRun(attempt, nominations);
        return preemption.survey(attempt.pod(), cluster, rejections, dryRun);
      }
    }
    return null;
  }
}
