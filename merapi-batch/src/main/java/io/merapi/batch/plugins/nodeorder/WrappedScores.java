package io.merapi.batch.plugins.nodeorder;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.CycleState;
import io.merapi.batch.kubeplugins.WeightedScore;
import io.merapi.batch.kubeplugins.WrappingSettings;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinity;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinity;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinityArgs;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocation;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocationArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFit;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.noderesourcesfit.ScoringStrategy;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpread;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.kube.plugins.tainttoleration.TaintToleration;
import java.util.ArrayList;
import java.util.List;

/**
 * The kube plugins that score all nodes of a task together; those of weight 0 are not made. They
 * serve all sessions of the same settings.
 */
public final class WrappedScores {

  /** Gates that upstream does not pass on to these plugins, and that they would heed. */
  private static final FeatureGate[] WITHHELD = {
    FeatureGate.DRA_EXTENDED_RESOURCE, FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS
  };

  private final ProfileContext context;
  private final List<WeightedScore> all = new ArrayList<>();

  public WrappedScores(WrappingSettings<NodeOrderArgs> settings) {
    this.context = settings.context(WITHHELD);
    NodeOrderArgs args = settings.arguments();
    if (args.leastRequested() != 0) {
      all.add(
          allocation(
              "NodeResourcesFit_LeastAllocated",
              ScoringStrategy.Type.LEAST_ALLOCATED,
              50,
              args.leastRequested()));
    }
    if (args.mostRequested() != 0) {
      all.add(
          allocation(
              "NodeResourcesFit_MostAllocated",
              ScoringStrategy.Type.MOST_ALLOCATED,
              1,
              args.mostRequested()));
    }
    if (args.balancedResource() != 0) {
      var balanced =
          new NodeResourcesBalancedAllocationArgs(
              List.of(
                  new ResourceWeight("cpu", 1),
                  new ResourceWeight("memory", 1),
                  new ResourceWeight("nvidia.com/gpu", 1)));
      all.add(
          new WeightedScore(
              new NodeResourcesBalancedAllocation(balanced, context), args.balancedResource()));
    }
    if (args.nodeAffinity() != 0) {
      all.add(
          new WeightedScore(
              new NodeAffinity(NodeAffinityArgs.DEFAULTS, context), args.nodeAffinity()));
    }
    if (args.podAffinity() != 0) {
      all.add(
          new WeightedScore(
              new InterPodAffinity(new InterPodAffinityArgs(0, false), context),
              args.podAffinity()));
    }
    if (args.taintToleration() != 0) {
      all.add(new WeightedScore(new TaintToleration(context), args.taintToleration()));
    }
    if (args.podTopologySpread() != 0) {
      all.add(
          new WeightedScore(
              new PodTopologySpread(PodTopologySpreadArgs.DEFAULTS, context),
              args.podTopologySpread()));
    }
  }

  private WeightedScore allocation(
      String label, ScoringStrategy.Type type, long each, long weight) {
    List<ResourceWeight> resources =
        List.of(new ResourceWeight("cpu", each), new ResourceWeight("memory", each));
    var args =
        new NodeResourcesFitArgs(
            List.of(), List.of(), new ScoringStrategy(type, resources, List.of()));
    return new WeightedScore(label, new NodeResourcesFit(args, context), weight);
  }

  /** The plugins with their weights. */
  public List<WeightedScore> all() {
    return all;
  }

  CycleState newState() {
    return context.newState();
  }
}
