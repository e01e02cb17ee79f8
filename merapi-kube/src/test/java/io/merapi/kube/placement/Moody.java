package io.merapi.kube.placement;

import static java.util.Objects.requireNonNull;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;

/**
 * A plugin that fails on nodes whose label says so, and that for pods of one namespace claims to
 * depend on the cluster while there are devices in it.
 */
final class Moody implements FilterPlugin, ScorePlugin {

  static final String NAME = "Moody";
  static final String LABEL = "mood";
  static final List<String> MOODS = List.of("failing", "throwing", "scoreless", "boundless");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    return switch (mood(node)) {
      case "failing" -> Verdict.error("in a mood on " + node.name());
      case "throwing" -> throw new IllegalStateException("out of temper on " + node.name());
      default -> Verdict.success();
    };
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return dependence(pod, cluster);
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return switch (mood(node)) {
      case "scoreless" -> throw new IllegalStateException("no score for " + node.name());
      case "boundless" -> MAX_SCORE + 1;
      default -> node.name().length();
    };
  }

  @Override
  public Normalization normalization() {
    return Normalization.NONE;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return dependence(pod, cluster);
  }

  private static Dependence dependence(PodInfo pod, ClusterView cluster) {
    return pod.pod().namespace().equals("other") && Census.seesDevices(cluster)
        ? Dependence.CLUSTER
        : Dependence.NODE;
  }

  private static String mood(NodeInfo node) {
    return requireNonNull(node.node()).meta().labels().getOrDefault(LABEL, "");
  }
}
