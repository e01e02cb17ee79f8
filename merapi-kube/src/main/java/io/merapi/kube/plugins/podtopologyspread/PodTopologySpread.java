package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.feature.FeatureGate;
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
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.plugins.podtopologyspread.ConstraintSource.Found;
import io.merapi.kube.plugins.podtopologyspread.ConstraintSource.Strength;
import java.util.List;

/**
 * Spreads the pods that belong together over the domains of a topology: rejects nodes whose domain
 * would get ahead of the others by too much, and prefers nodes whose domains hold few.
 */
public final class PodTopologySpread
    implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {

  public static final String NAME = "PodTopologySpread";

  private final ConstraintSource source;
  private final boolean comparisonOperators;
  private final CycleKey<SpreadFilter> filterKey;
  private final CycleKey<SpreadScore> scoreKey;

  public PodTopologySpread(PodTopologySpreadArgs args, PluginContext context) {
    this.source = new ConstraintSource(args, context.gates());
    this.comparisonOperators =
        context.gates().enabled(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
    this.filterKey = context.cycleKey("PreFilter" + NAME, SpreadFilter.class);
    this.scoreKey = context.cycleKey("PreScore" + NAME, SpreadScore.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return new SpreadHints(source).registrations();
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    if (!source.mayConstrain(Strength.HARD, pod)) {
      return PreFilterResult.SKIP;
    }
    SpreadFilter filter = state.get(filterKey);
    if (filter == null) {
      Found found = source.find(Strength.HARD, pod, cluster);
      if (found.error() != null) {
        return PreFilterResult.of(
            Verdict.error(
                "get constraints from pod: obtaining pod's hard topology spread constraints: "
                    + found.error()));
      }
      filter =
          new SpreadFilter(source, found.constraints(), pod, cluster.nodes(), eligibleNodes(pod));
      state.put(filterKey, filter);
    }
    return filter.isIdle() ? PreFilterResult.SKIP : PreFilterResult.ALL_NODES;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return !source.mayConstrain(Strength.HARD, pod);
  }

  private EligibleNodes eligibleNodes(PodInfo pod) {
    return new EligibleNodes(pod, comparisonOperators);
  }

  @Override
  public Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
    return update(state, pod, added, node, 1);
  }

  @Override
  public Verdict removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
    return update(state, pod, removed, node, -1);
  }

  private Verdict update(
      CycleState state, PodInfo pod, PodInfo changed, NodeInfo node, int difference) {
    SpreadFilter filter = state.get(filterKey);
    if (filter == null) {
      return Verdict.error(filterKey.missing());
    }
    if (changed.pod().namespace().equals(pod.pod().namespace())) {
      filter.update(changed, node, difference);
    }
    return Verdict.success();
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    SpreadFilter filter = state.get(filterKey);
    return filter == null ? Verdict.error(filterKey.missing()) : filter.judge(node);
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.COUNTS;
  }

  @Override
  public CycleKey<SpreadFilter> filterCounts() {
    return filterKey;
  }

  @Override
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
    if (cluster.nodes().isEmpty()) {
      return Verdict.skip();
    }
    SpreadScore score = state.get(scoreKey);
    if (score == null) {
      Found found = source.find(Strength.SOFT, pod, cluster);
      if (found.error() != null) {
        return Verdict.error(
            "calculating preScoreState: obtaining pod's soft topology spread constraints: "
                + found.error());
      }
      score =
          new SpreadScore(source, found.constraints(), pod, cluster.nodes(), eligibleNodes(pod));
      state.put(scoreKey, score);
    }
    if (score.isIdle()) {
      return Verdict.skip();
    }
    score.weigh(feasible);
    return Verdict.success();
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return scores(state).score(node);
  }

  @Override
  public void normalize(CycleState state, PodInfo pod, NodeScores scores) {
    scores(state).normalize(scores);
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.COUNTS;
  }

  @Override
  public CycleKey<SpreadScore> scoreCounts() {
    return scoreKey;
  }

  private SpreadScore scores(CycleState state) {
    SpreadScore scores = state.get(scoreKey);
    if (scores == null) {
      throw new ScoreException("error " + scoreKey.missing());
    }
    return scores;
  }
}
