package io.merapi.kube.plugins.noderesourcesbalancedallocation;

import static java.util.Objects.requireNonNull;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.kube.plugins.noderesources.ScoredPod;
import io.merapi.kube.plugins.noderesources.ScoredResources;
import java.util.List;

/**
 * Prefers nodes whose resources a pod would bring to more even use.
 *
 * <p>A pod that asks for none of the resources is not scored: it changes no node's balance, and the
 * same node would win for every one of many such pods.
 */
public final class NodeResourcesBalancedAllocation implements PreScorePlugin, ScorePlugin {

  public static final String NAME = "NodeResourcesBalancedAllocation";

  private final ScoredResources scored;
  private final CycleKey<ScoredPod> scoredKey;

  public NodeResourcesBalancedAllocation(
      NodeResourcesBalancedAllocationArgs args, PluginContext context) {
    this.scored =
        new ScoredResources(
            args.resources(),
            PodRequests.Rules.of(context.gates()),
            ScoredResources.Counting.AS_REQUESTED,
            context);
    this.scoredKey = context.cycleKey("PreScore" + NAME, ScoredPod.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
    ScoredPod asked = scored.of(pod, cluster, feasible);
    if (asked.asksForNothing()) {
      return Verdict.skip();
    }
    state.put(scoredKey, asked);
    return Verdict.success();
  }

  @Override
  public boolean preScoreFollowsClass(PodInfo pod, ClusterView cluster) {
    return scored.dependence(pod, cluster) == Dependence.NODE;
  }

  /** Does the work of the pre-score where that is switched off, as upstream's score does. */
  @Override
  public void prepareScore(CycleState state, PodInfo pod, ClusterView cluster) {
    if (state.get(scoredKey) == null) {
      state.put(scoredKey, scored.of(pod, cluster, cluster.nodes()));
    }
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    ScoredPod asked = requireNonNull(state.get(scoredKey), "score is not prepared");
    return asked.asksForNothing() ? 0 : BalanceScore.score(asked, node);
  }

  @Override
  public Normalization normalization() {
    return Normalization.NONE;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return scored.dependence(pod, cluster);
  }
}
