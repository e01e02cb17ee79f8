package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import org.jspecify.annotations.Nullable;

/**
 * A claim that has its volume: the pod must go where that can be reached.
 *
 * @param reach absent where the volume does not exist
 * @param conflict what there is to say where the volume is out of reach
 */
record BoundClaim(@Nullable VolumeReach reach, VolumeConflict conflict) {

  static BoundClaim of(PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {
    return volume == null
        ? new BoundClaim(null, new VolumeConflict(VolumeConflict.Cause.MISSING, claim))
        : new BoundClaim(
            VolumeReach.of(volume), new VolumeConflict(VolumeConflict.Cause.UNREACHABLE, claim));
  }

  /** What keeps a node from having the volume; null where nothing does. */
  @Nullable VolumeConflict conflictOn(ClusterView cluster, String nodeName, Labels nodeLabels)
      throws VolumeSearchException {
    return reach != null && reach.obstacle(cluster, nodeName, nodeLabels) == null ? null : conflict;
  }
}
