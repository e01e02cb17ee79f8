package io.merapi.kube.plugins.volumebinding;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.plugins.volumebinding.Reservation.Taken;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether the volumes that were reserved for a pod are bound by now.
 *
 * <p>It reads what the cluster has, not what is assumed: another pod may have assumed something of
 * the same objects since. Upstream counterpart: {@code checkBindings}.
 */
record BindingCheck(Pod pod, String nodeName, Reservation reservation) {

  static final String FAILURE = "binding volumes: ";

  private static final Verdict BOUND = Verdict.success();

  /** Success when all claims are bound, an error when they never will be, otherwise null. */
  @Nullable Verdict look(ClusterView cluster) {
    try {
      return areAllBound(cluster) ? BOUND : null;
    } catch (VolumeSearchException e) {
      return Verdict.error(FAILURE + e.getMessage());
    }
  }

  private boolean areAllBound(ClusterView cluster) throws VolumeSearchException {
    NodeInfo info = cluster.node(nodeName);
    if (info == null) {
      throw new VolumeSearchException(
          "failed to get node \"%1$s\": node \"%1$s\" not found".formatted(nodeName));
    }
    if (cluster.pod(pod.key()) == null) {
      throw new VolumeSearchException(
          "pod does not exist any more: pod \"%s\" not found".formatted(pod.name()));
    }
    Labels node = requireNonNull(info.node()).meta().labels();
    for (int i = 0; i < reservation.volumes().size(); i++) {
      PersistentVolumeClaim claim = reservation.claimsOfVolumes().get(i);
      if (!isBound(reservation.volumes().get(i), claim, cluster, node)) {
        return false;
      }
    }
    for (Taken<PersistentVolumeClaim> taken : reservation.claims()) {
      if (!isProvisioned(taken, cluster, node)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBound(
      Taken<PersistentVolume> taken, PersistentVolumeClaim wanted, ClusterView cluster, Labels node)
      throws VolumeSearchException {
    String name = taken.after().name();
    PersistentVolume volume = volume(cluster, name);
    if (volume == null) {
      throw new VolumeSearchException(
          "failed to check binding: persistentvolumes \"%s\" not found".formatted(name));
    }
    PersistentVolumeClaim claim = claim(cluster, wanted.key());
    if (claim == null) {
      throw new VolumeSearchException(
          "failed to check binding: persistentvolumeclaims \"%s\" not found"
              .formatted(wanted.key()));
    }
    if (taken.isYetToShow(volume)) {
      return false;
    }
    requireReach(volume, cluster, node, "failed to translate pv to csi: ");
    PersistentVolume.ClaimReference owner = volume.claim();
    if (owner == null || owner.uid().isEmpty()) {
      throw new VolumeSearchException("ClaimRef got reset for pv \"%s\"".formatted(name));
    }
    return claim.fullyBound();
  }

  private boolean isProvisioned(
      Taken<PersistentVolumeClaim> taken, ClusterView cluster, Labels node)
      throws VolumeSearchException {
    PersistentVolumeClaim claim = claim(cluster, taken.after().key());
    if (claim == null) {
      throw new VolumeSearchException(
          "failed to check provisioning pvc: persistentvolumeclaims \"%s\" not found"
              .formatted(taken.after().key()));
    }
    if (taken.isYetToShow(claim)) {
      return false;
    }
    if (claim.meta().annotations().isEmpty()) {
      throw new VolumeSearchException(
          "selectedNode annotation reset for PVC \"%s\"".formatted(claim.name()));
    }
    // A provisioner that cannot make the volume takes the annotation away.
    if (!nodeName.equals(WaitingClaim.selectedNode(claim))) {
      throw new VolumeSearchException("provisioning failed for PVC \"%s\"".formatted(claim.name()));
    }
    if (!claim.spec().volumeName().isEmpty()) {
      PersistentVolume volume = volume(cluster, claim.spec().volumeName());
      if (volume == null) {
        // Either it is still to be seen, or it is gone and the claim will lose it.
        return false;
      }
      requireReach(volume, cluster, node, "");
    }
    return claim.fullyBound();
  }

  private void requireReach(
      PersistentVolume volume, ClusterView cluster, Labels node, String untranslatable)
      throws VolumeSearchException {
    String obstacle;
    try {
      obstacle = VolumeReach.of(volume).obstacle(cluster, nodeName, node);
    } catch (VolumeSearchException e) {
      throw new VolumeSearchException(untranslatable + e.getMessage());
    }
    if (obstacle != null) {
      throw new VolumeSearchException(
          "pv \"%s\" node affinity doesn't match node \"%s\": %s"
              .formatted(volume.name(), nodeName, obstacle));
    }
  }

  private static @Nullable PersistentVolume volume(ClusterView cluster, String name) {
    return (PersistentVolume) cluster.object(ObjectKind.PERSISTENT_VOLUME, name);
  }

  private static @Nullable PersistentVolumeClaim claim(ClusterView cluster, String key) {
    return (PersistentVolumeClaim) cluster.object(ObjectKind.PERSISTENT_VOLUME_CLAIM, key);
  }
}
