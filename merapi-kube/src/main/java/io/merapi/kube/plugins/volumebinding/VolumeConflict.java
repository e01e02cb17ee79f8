package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.framework.Reason;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.storage.PersistentVolumeClaim;

/**
 * Why a node cannot have the volumes of a pod.
 *
 * @param claim the first claim that stands in the way
 */
record VolumeConflict(Cause cause, PersistentVolumeClaim claim) implements Reason {

  @Override
  public String code() {
    return switch (cause) {
      case UNREACHABLE -> "VolumeNodeAffinityConflict";
      case OTHER_NODE_CHOSEN, NONE_MADE, MADE_ELSEWHERE -> "VolumeBindingNoMatch";
      case NO_SPACE -> "NotEnoughFreeStorage";
      case MISSING -> "PersistentVolumeMissing";
    };
  }

  @Override
  public String summary() {
    return switch (cause) {
      case UNREACHABLE -> "node(s) didn't match PersistentVolume's node affinity";
      case OTHER_NODE_CHOSEN, NONE_MADE, MADE_ELSEWHERE ->
          "node(s) didn't find available persistent volumes to bind";
      case NO_SPACE -> "node(s) did not have enough free storage";
      case MISSING -> "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";
    };
  }

  @Override
  public String detail() {
    String volume = claim.spec().volumeName();
    String storageClass = claim.storageClass();
    return "claim %s "
        .formatted(claim.key())
        .concat(
            switch (cause) {
              case UNREACHABLE -> "is bound to volume %s of other nodes".formatted(volume);
              case OTHER_NODE_CHOSEN ->
                  "gets its volume on node "
                      + claim.meta().annotations().get(WellKnownKeys.SELECTED_NODE);
              case NONE_MADE -> "finds no volume, and class %s makes none".formatted(storageClass);
              case MADE_ELSEWHERE ->
                  "finds no volume, and class %s makes volumes elsewhere".formatted(storageClass);
              case NO_SPACE ->
                  "wants %s of class %s, more than the node can reach"
                      .formatted(VolumeMatcher.size(claim), storageClass);
              case MISSING -> "is bound to volume %s, which is gone".formatted(volume);
            });
  }

  /** What is in the way. */
  enum Cause {
    /** The volume of the claim cannot be reached from the node. */
    UNREACHABLE,
    /** A volume is being made for the claim, and not for this node. */
    OTHER_NODE_CHOSEN,
    /** No volume is free, and the class has no provisioner. */
    NONE_MADE,
    /** No volume is free, and the class makes volumes for other nodes only. */
    MADE_ELSEWHERE,
    /** A volume could be made if it were smaller. */
    NO_SPACE,
    /** The volume of the claim does not exist. */
    MISSING
  }
}
