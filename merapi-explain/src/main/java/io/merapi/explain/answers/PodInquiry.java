package io.merapi.explain.answers;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.Verdict;
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
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
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
  private final NodeSampling sampling;
  private final ClusterView cluster;
  private final Nominations nominations;

  /**
   * @param sampling how many nodes the pod is placed among; all of them are asked about regardless
   */
  public PodInquiry(
      SchedulingProfile profile,
      NodeSampling sampling,
      ClusterView cluster,
      Nominations nominations) {
    this.profile = profile;
    this.sampling = sampling;
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
    PlacementOutcome placement = place(cycle);
    PostFilterOutcome room = null;
    PreemptionSurvey preemption = null;
    if (makesRoom && placement instanceof PlacementOutcome.Unfit(var error)) {
      Map<String, Verdict> rejections = error.diagnosis().verdicts(cluster);
      room = room(cycle, rejections);
      preemption = room == null ? null : preemption(cycle, rejections);
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
        placement,
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

  private PlacementOutcome place(PodAttempt attempt) {
    return new ReferencePlacement(profile, sampling, new NodeRotation(), new TieBreak(0))
        .place(attempt, nominations);
  }

  private @Nullable PostFilterOutcome room(PodAttempt attempt, Map<String, Verdict> rejections) {
    return profile.filtering().postFilters().isEmpty()
        ? null
        : profile.filtering().postFilter(attempt, rejections, nominations);
  }

  /** What preemption could do, also where a plugin before it has ended the run. */
  private @Nullable PreemptionSurvey preemption(
      PodAttempt attempt, Map<String, Verdict> rejections) {
    for (PostFilterPlugin plugin : profile.filtering().postFilters()) {
      if (plugin instanceof DefaultPreemption preemption) {
        DryRun dryRun = profile.filtering().dryRun(attempt, nominations);
        return preemption.survey(attempt.pod(), cluster, rejections, dryRun);
      }
    }
    return null;
  }
}
