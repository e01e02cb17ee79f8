package io.merapi.kube.plugins.volumezone;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.kube.volumes.PodClaims;
import java.util.List;
import java.util.Set;

/**
 * Rejects nodes that are in another zone or region than a volume of the pod, by the labels of both.
 *
 * <p>Only volumes that are bound to a claim have a place yet. What a volume's node affinity says is
 * not looked at here.
 */
public final class VolumeZone implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

  public static final String NAME = "VolumeZone";

  private final CycleKey<WantedPlace> wantedPlace;

  public VolumeZone(PluginContext context) {
    this.wantedPlace = context.cycleKey("PreFilter" + NAME, WantedPlace.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    WantedPlace wanted = WantedPlace.of(pod.pod(), cluster);
    if (!wanted.verdict().isSuccess()) {
      return PreFilterResult.of(wanted.verdict());
    }
    if (wanted.topologies().isEmpty()) {
      return PreFilterResult.SKIP;
    }
    state.put(wantedPlace, wanted);
    return PreFilterResult.ALL_NODES;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return pod.claimKeys().isEmpty();
  }

  /** Does the work of the pre-filter where that is switched off, as upstream's filter does. */
  @Override
  public void prepareFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    if (state.get(wantedPlace) == null) {
      state.put(wantedPlace, WantedPlace.of(pod.pod(), cluster));
    }
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    WantedPlace wanted = requireNonNull(state.get(wantedPlace), "filter is not prepared");
    Labels labels = requireNonNull(node.node()).meta().labels();
    if (!wanted.verdict().isSuccess() || !VolumeTopology.isPlaced(labels)) {
      return wanted.verdict();
    }
    List<VolumeTopology> topologies = wanted.topologies();
    for (int i = 0; i < topologies.size(); i++) {
      if (!topologies.get(i).matches(labels)) {
        return Verdict.unresolvable(new ZoneMismatch(topologies.get(i), labels));
      }
    }
    return Verdict.success();
  }

  /** Claims and volumes change without any node changing. */
  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return pod.claimKeys().isEmpty() ? Dependence.NODE : Dependence.CLAIMS;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(
            ObjectKind.STORAGE_CLASS,
            Set.of(ClusterAction.ADD),
            (_, change, _) ->
                WantedPlace.WAIT_FOR_FIRST_CONSUMER.equals(
                    ((StorageClass) change.latest()).volumeBindingMode())),
        Registration.of(
            ObjectKind.NODE, Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_LABEL)),
        Registration.of(
            ObjectKind.PERSISTENT_VOLUME_CLAIM,
            Set.of(ClusterAction.ADD, ClusterAction.UPDATE_OBJECT),
            (pod, change, _) ->
                PodClaims.names(pod.pod(), (PersistentVolumeClaim) change.latest())),
        Registration.of(
            ObjectKind.PERSISTENT_VOLUME,
            Set.of(ClusterAction.ADD, ClusterAction.UPDATE_OBJECT),
            (_, change, _) -> movesVolume(change)));
  }

  /**
   * A new volume may be the one of a claim of the pod; one that is known must say another place.
   */
  private static boolean movesVolume(ObjectChange change) {
    return !(change.before() instanceof PersistentVolume before)
        || !VolumeTopology.of(before).equals(VolumeTopology.of((PersistentVolume) change.latest()));
  }
}
