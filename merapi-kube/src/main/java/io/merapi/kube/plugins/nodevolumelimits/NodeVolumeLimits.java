package io.merapi.kube.plugins.nodevolumelimits;

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
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Set;

/** Rejects nodes to which the CSI drivers of the pod's volumes cannot attach that many more. */
public final class NodeVolumeLimits implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

  public static final String NAME = "NodeVolumeLimits";

  private final boolean wantsDrivers;
  private final CycleKey<LimitCheck> limitCheck;

  public NodeVolumeLimits(PluginContext context) {
    this.wantsDrivers = context.gates().enabled(FeatureGate.VOLUME_LIMIT_SCALING);
    this.limitCheck = context.cycleKey(NAME, LimitCheck.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    return mayCount(pod) ? PreFilterResult.ALL_NODES : PreFilterResult.SKIP;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return true;
  }

  private static boolean mayCount(PodInfo pod) {
    return pod.podClass().spec().volumes().stream().anyMatch(VolumeCount::mayCount);
  }

  @Override
  public void prepareFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    state.put(limitCheck, new LimitCheck(pod.pod(), cluster, wantsDrivers));
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    return requireNonNull(state.get(limitCheck), "filter is not prepared").judge(node);
  }

  /** Claims, volumes, attachments and CSINodes change without any node changing. */
  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return mayCount(pod) ? Dependence.CLAIMS : Dependence.NODE;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(ObjectKind.CSI_NODE, Set.of(ClusterAction.ADD)),
        Registration.of(
            ObjectKind.CSI_NODE, Set.of(ClusterAction.UPDATE_OBJECT), LimitHints::raisesLimit),
        Registration.of(ObjectKind.POD, Set.of(ClusterAction.DELETE), LimitHints::freesVolume),
        Registration.of(
            ObjectKind.PERSISTENT_VOLUME_CLAIM, Set.of(ClusterAction.ADD), LimitHints::bringsClaim),
        Registration.of(
            ObjectKind.VOLUME_ATTACHMENT, Set.of(ClusterAction.DELETE), LimitHints::detaches));
  }
}
