package io.merapi.kube.plugins.volumerestrictions;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import java.util.Collections;
import java.util.List;

/** Disks that pods describe in place and that two pods of a node may not always share. */
final class Disks {

  private Disks() {}

  /** Whether a volume is such a disk. */
  static boolean restricted(Volume volume) {
    return switch (volume.source()) {
      case Volume.GcePersistentDisk _,
          Volume.AwsElasticBlockStore _,
          Volume.Iscsi _,
          Volume.Rbd _ ->
          true;
      case Volume.Claim _,
          Volume.Ephemeral _,
          Volume.InlineCsi _,
          Volume.AzureDisk _,
          Volume.AzureFile _,
          Volume.Cinder _,
          Volume.VsphereVolume _,
          Volume.PortworxVolume _,
          Volume.Image _ ->
          false;
    };
  }

  /** Whether a disk is in the way of a pod on the same node. */
  static boolean conflict(Volume disk, Pod pod) {
    List<Volume> volumes = pod.spec().volumes();
    for (int i = 0; i < volumes.size(); i++) {
      if (conflict(disk.source(), volumes.get(i).source())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether two sources are one disk that cannot be mounted twice: an EBS volume never can, the
   * others only where both mounts are read-only. Logical units of one iSCSI target count as one.
   */
  private static boolean conflict(Volume.Source one, Volume.Source other) {
    if (one instanceof Volume.GcePersistentDisk(var name, var readOnly)
        && other instanceof Volume.GcePersistentDisk(var otherName, var otherReadOnly)) {
      return name.equals(otherName) && !(readOnly && otherReadOnly);
    }
    if (one instanceof Volume.AwsElasticBlockStore(var id, _)
        && other instanceof Volume.AwsElasticBlockStore(var otherId, _)) {
      return id.equals(otherId);
    }
    if (one instanceof Volume.Iscsi(_, var iqn, _, var readOnly)
        && other instanceof Volume.Iscsi(_, var otherIqn, _, var otherReadOnly)) {
      return iqn.equals(otherIqn) && !(readOnly && otherReadOnly);
    }
    return one instanceof Volume.Rbd image
        && other instanceof Volume.Rbd otherImage
        && image.image().equals(otherImage.image())
        && image.pool().equals(otherImage.pool())
        && !(image.readOnly() && otherImage.readOnly())
        && !Collections.disjoint(image.monitors(), otherImage.monitors());
  }
}
