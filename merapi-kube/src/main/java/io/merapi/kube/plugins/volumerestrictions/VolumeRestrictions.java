package io.merapi.kube.plugins.volumerestrictions;

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
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.volumes.PodClaims;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rejects nodes where another pod has a disk that cannot be shared, and pods whose claim of access
 * mode {@code ReadWriteOncePod} another pod uses.
 */
public final class VolumeRestrictions implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

  public static final String NAME = "VolumeRestrictions";

  private static final String READ_WRITE_ONCE_POD = "ReadWriteOncePod";
  private static final Verdict CLAIM_IN_USE =
      Verdict.unschedulable(
          Reason.of(
              "ReadWriteOncePodInUse",
              "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode"
                  + " already in-use by another pod"));

  private final CycleKey<ExclusiveClaims> exclusiveClaims;

  public VolumeRestrictions(PluginContext context) {
    this.exclusiveClaims = context.cycleKey("PreFilter" + NAME, ExclusiveClaims.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    var names = new TreeSet<String>();
    boolean disks = false;
    for (Volume volume : pod.podClass().spec().volumes()) {
      disks |= Disks.restricted(volume);
      if (volume.source() instanceof Volume.Claim(String claimName, _)) {
        PersistentVolumeClaim claim = PodClaims.find(cluster, pod.pod(), claimName);
        if (claim == null) {
          return PreFilterResult.of(
              Verdict.unresolvable(Reason.of("ClaimNotFound", PodClaims.notFound(claimName))));
        }
        if (claim.spec().accessModes().contains(READ_WRITE_ONCE_POD)) {
          names.add(claimName);
        }
      }
    }
    int uses =
        (int)
            names.stream()
                .filter(claim -> cluster.claimInUse(pod.pod().namespace() + "/" + claim))
                .count();
    if (!disks && uses == 0) {
      return PreFilterResult.SKIP;
    }
    state.put(exclusiveClaims, new ExclusiveClaims(names, uses));
    return PreFilterResult.ALL_NODES;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return pod.claimKeys().isEmpty();
  }

  @Override
  public Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
    return count(state, added, 1);
  }

  @Override
  public Verdict removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
    return count(state, removed, -1);
  }

  private Verdict count(CycleState state, PodInfo changed, int difference) {
    ExclusiveClaims claims = state.get(exclusiveClaims);
    if (claims == null) {
      return noClaims();
    }
    claims.count(changed.pod(), difference);
    return Verdict.success();
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    List<Volume> volumes = pod.podClass().spec().volumes();
    for (int i = 0; i < volumes.size(); i++) {
      Volume volume = volumes.get(i);
      if (Disks.restricted(volume)) {
        List<PodInfo> others = node.pods();
        for (int other = 0; other < others.size(); other++) {
          if (Disks.conflict(volume, others.get(other).pod())) {
            return Verdict.unschedulable(new DiskConflict(volume, others.get(other)));
          }
        }
      }
    }
    ExclusiveClaims claims = state.get(exclusiveClaims);
    if (claims == null) {
      return noClaims();
    }
    return claims.inUse() ? CLAIM_IN_USE : Verdict.success();
  }

  /** Upstream words this one otherwise than most plugins do. */
  private Verdict noClaims() {
    return Verdict.error("cannot read \"%s\" from cycleState".formatted(exclusiveClaims.name()));
  }

  /** The pods of the node decide about disks; whether a claim is in use, it says itself. */
  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return pod.claimKeys().isEmpty() ? Dependence.NODE : Dependence.CLAIMS;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(
            ObjectKind.POD, Set.of(ClusterAction.DELETE), VolumeRestrictions::freesVolume),
        Registration.of(ObjectKind.NODE, Set.of(ClusterAction.ADD)),
        Registration.of(
            ObjectKind.PERSISTENT_VOLUME_CLAIM,
            Set.of(ClusterAction.ADD),
            (pod, change, _) ->
                PodClaims.names(pod.pod(), (PersistentVolumeClaim) change.latest())));
  }

  /** The access mode of a claim is not looked up: upstream holds that too dear for a hint. */
  private static boolean freesVolume(PodInfo waiting, ObjectChange change, ClusterView cluster) {
    Pod gone = (Pod) change.latest();
    Pod pod = waiting.pod();
    if (!gone.namespace().equals(pod.namespace())) {
      return false;
    }
    return pod.spec().volumes().stream()
        .anyMatch(volume ->
            Disks.restricted(volume)
                ? Disks.conflict(volume, gone)
                : volume.source() instanceof Volume.Claim(String name, _) && names(gone, name));
  }

  private static boolean names(Pod pod, String claimName) {
    return pod.spec().volumes().stream()
        .anyMatch(volume ->
            volume.source() instanceof Volume.Claim(String name, _) && name.equals(claimName));
  }
}
