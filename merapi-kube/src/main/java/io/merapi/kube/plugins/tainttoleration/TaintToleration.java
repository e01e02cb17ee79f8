package io.merapi.kube.plugins.tainttoleration;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.Node;
import io.merapi.api.node.Node.Taint;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.node.Taints;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Toleration;
import java.util.List;
import java.util.Set;

/**
 * Rejects nodes with a taint that the pod does not tolerate, and prefers nodes with few taints of
 * the soft kind that it does not tolerate.
 */
public final class TaintToleration
    implements FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {

  public static final String NAME = "TaintToleration";

  private final boolean comparing;
  private final CycleKey<SoftTolerations> softTolerations;

  public TaintToleration(PluginContext context) {
    this.comparing = context.gates().enabled(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
    this.softTolerations = context.cycleKey("PreScore" + NAME, SoftTolerations.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    Taint untolerated =
        Taints.firstUntolerated(taints(node), pod.podClass().spec().tolerations(), comparing);
    return untolerated == null
        ? Verdict.success()
        : Verdict.unresolvable(new UntoleratedTaint(untolerated));
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODE;
  }

  @Override
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
    state.put(softTolerations, SoftTolerations.of(pod.podClass().spec().tolerations()));
    return Verdict.success();
  }

  @Override
  public boolean preScoreFollowsClass(PodInfo pod, ClusterView cluster) {
    return true;
  }

  /** How many soft taints of the node the pod does not tolerate. */
  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    SoftTolerations soft = state.get(softTolerations);
    if (soft == null) {
      // Upstream words this one otherwise than most plugins do.
      throw new ScoreException(
          "failed to read \"%s\" from cycleState: not found".formatted(softTolerations.name()));
    }
    List<Taint> taints = taints(node);
    long untolerated = 0;
    for (int i = 0; i < taints.size(); i++) {
      Taint taint = taints.get(i);
      if (taint.effect().equals(Taints.PREFER_NO_SCHEDULE)
          && !Taints.tolerates(soft.tolerations, taint, comparing)) {
        untolerated++;
      }
    }
    return untolerated;
  }

  @Override
  public Normalization normalization() {
    return Normalization.TO_GREATEST_REVERSED;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODE;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(
            ObjectKind.NODE,
            Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_TAINT),
            (pod, change, _) -> bringsNode(pod, change)),
        Registration.of(
            ObjectKind.POD,
            Set.of(ClusterAction.UPDATE_POD_TOLERATION),
            (pod, change, _) -> change.isOf(pod)));
  }

  private boolean bringsNode(PodInfo pod, ObjectChange change) {
    return tolerates(pod, (Node) change.latest())
        && (!(change.before() instanceof Node before) || !tolerates(pod, before));
  }

  private boolean tolerates(PodInfo pod, Node node) {
    return Taints.firstUntolerated(node.taints(), pod.podClass().spec().tolerations(), comparing)
        == null;
  }

  private static List<Taint> taints(NodeInfo node) {
    return requireNonNull(node.node()).taints();
  }

  /** The tolerations that can be for a soft taint. */
  private record SoftTolerations(List<Toleration> tolerations) {

    static SoftTolerations of(List<Toleration> all) {
      return new SoftTolerations(
          all.stream()
              .filter(toleration ->
                  toleration.effect().isEmpty()
                      || toleration.effect().equals(Taints.PREFER_NO_SCHEDULE))
              .toList());
    }
  }
}
