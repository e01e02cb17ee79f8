package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Affinity;
import io.merapi.api.pod.CompiledPodTerms;
import io.merapi.api.pod.PodInfo;
import java.util.List;

/**
 * Puts a pod near to, or away from, other pods: rejects nodes where a required term of the pod, or
 * a required anti-affinity of a pod that is there, is not met, and prefers nodes that the preferred
 * terms of both sides speak for.
 */
public final class InterPodAffinity
    implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {

  public static final String NAME = "InterPodAffinity";

  private final InterPodAffinityArgs args;
  private final CycleKey<AffinityFilter> filterKey;
  private final CycleKey<AffinityScore> scoreKey;

  public InterPodAffinity(InterPodAffinityArgs args, PluginContext context) {
    this.args = args;
    this.filterKey = context.cycleKey("PreFilter" + NAME, AffinityFilter.class);
    this.scoreKey = context.cycleKey("PreScore" + NAME, AffinityScore.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return AffinityHints.REGISTRATIONS;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    CompiledPodTerms terms = pod.podClass().podTerms();
    if (terms.error() != null) {
      return PreFilterResult.of(
          Verdict.unresolvable(Reason.of("InvalidPodAffinity", "parsing pod: " + terms.error())));
    }
    if (preFilterFollowsClass(pod, cluster)) {
      return PreFilterResult.SKIP;
    }
    AffinityFilter filter = state.get(filterKey);
    if (filter == null) {
      filter = new AffinityFilter(pod.pod(), terms, cluster);
      state.put(filterKey, filter);
    }
    return filter.isIdle() ? PreFilterResult.SKIP : PreFilterResult.ALL_NODES;
  }

  /** A pod without required terms concerns only pods that repel it. */
  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return pod.podClass().podTerms().requiredAffinity().isEmpty()
        && pod.podClass().podTerms().requiredAntiAffinity().isEmpty()
        && cluster.nodesWithRequiredPodAntiAffinity().isEmpty();
  }

  @Override
  public Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
    return update(state, added, node, 1);
  }

  @Override
  public Verdict removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
    return update(state, removed, node, -1);
  }

  private Verdict update(CycleState state, PodInfo changed, NodeInfo node, int difference) {
    AffinityFilter filter = state.get(filterKey);
    if (filter == null) {
      return noFilter();
    }
    filter.update(changed, node, difference);
    return Verdict.success();
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    AffinityFilter filter = state.get(filterKey);
    return filter == null ? noFilter() : filter.judge(node);
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.COUNTS;
  }

  @Override
  public CycleKey<AffinityFilter> filterCounts() {
    return filterKey;
  }

  private Verdict noFilter() {
    return Verdict.error("error " + filterKey.missing());
  }

  @Override
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
    Affinity affinity = pod.pod().spec().affinity();
    boolean hasPreferences =
        !affinity.podAffinity().preferred().isEmpty()
            || !affinity.podAntiAffinity().preferred().isEmpty();
    if (args.ignorePreferredTermsOfExistingPods() && !hasPreferences) {
      return Verdict.skip();
    }
    CompiledPodTerms terms = pod.podClass().podTerms();
    if (terms.error() != null) {
      return Verdict.error("failed to parse pod: " + terms.error());
    }
    AffinityScore score = state.get(scoreKey);
    if (score == null) {
      score = new AffinityScore(pod.pod(), terms, cluster, args.hardPodAffinityWeight());
      state.put(scoreKey, score);
    }
    return score.isIdle() ? Verdict.skip() : Verdict.success();
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    AffinityScore scores = state.get(scoreKey);
    if (scores == null) {
      // Upstream says it in other words than everywhere else.
      throw new ScoreException(
          "failed to read \"%s\" from cycleState: not found".formatted(scoreKey.name()));
    }
    return scores.score(node);
  }

  @Override
  public void normalize(CycleState state, PodInfo pod, NodeScores scores) {
    AffinityScore.normalize(scores);
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.COUNTS;
  }

  @Override
  public CycleKey<AffinityScore> scoreCounts() {
    return scoreKey;
  }
}
