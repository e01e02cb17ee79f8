package io.merapi.kube.plugins.nodeunschedulable;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.Node;
import io.merapi.api.node.Node.Taint;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.node.Taints;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Set;

/**
 * Rejects nodes that are marked unschedulable, unless the pod tolerates the taint that stands for
 * the mark.
 */
public final class NodeUnschedulable implements FilterPlugin, EnqueueExtensions {

  public static final String NAME = "NodeUnschedulable";

  private static final Verdict UNSCHEDULABLE =
      Verdict.unresolvable(Reason.of("NodeUnschedulable", "node(s) were unschedulable"));

  /** What the mark means to tolerations, whether or not the node carries this taint as well. */
  private static final Taint MARK =
      new Taint("node.kubernetes.io/unschedulable", "", Taints.NO_SCHEDULE);

  private final boolean comparing;

  public NodeUnschedulable(PluginContext context) {
    this.comparing = context.gates().enabled(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    if (!requireNonNull(node.node()).unschedulable()) {
      return Verdict.success();
    }
    return Taints.tolerates(pod.podClass().spec().tolerations(), MARK, comparing)
        ? Verdict.success()
        : UNSCHEDULABLE;
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODE;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(
            ObjectKind.NODE,
            Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_TAINT),
            (_, change, _) -> opens(change)),
        Registration.of(
            ObjectKind.POD,
            Set.of(ClusterAction.UPDATE_POD_TOLERATION),
            (pod, change, _) -> change.isOf(pod) && toleratesMark((Pod) change.latest())));
  }

  private static boolean opens(ObjectChange change) {
    return !((Node) change.latest()).unschedulable()
        && (!(change.before() instanceof Node before) || before.unschedulable());
  }

  private boolean toleratesMark(Pod pod) {
    return Taints.tolerates(pod.spec().tolerations(), MARK, comparing);
  }
}
