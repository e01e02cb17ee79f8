package io.merapi.kube.plugins.nodevolumelimits;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.api.storage.VolumeSource;
import io.merapi.kube.volumes.CsiMigration;
import io.merapi.kube.volumes.MigratedPlugin;
import io.merapi.kube.volumes.PodClaims;
import io.merapi.kube.volumes.VolumeTranslationException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the volumes of pods that count against a limit.
 *
 * <p>Volumes of in-tree plugins count where their driver has taken over, which upstream assumes of
 * every node that has a CSINode object.
 */
final class VolumeCount {

  private final ClusterView cluster;

  VolumeCount(ClusterView cluster) {
    this.cluster = cluster;
  }

  /** Whether the volume may count on some node. */
  static boolean mayCount(Volume volume) {
    return volume.source() instanceof Volume.Claim
        || volume.source() instanceof Volume.Ephemeral
        || MigratedPlugin.of(volume.source()) != null;
  }

  /**
   * Adds the volumes of a pod that waits for a node.
   *
   * @param migrated whether in-tree volumes count
   * @return success, or why the pod cannot have its volumes
   */
  Verdict addWaiting(Pod pod, boolean migrated, Set<CountedVolume> into) {
    return add(pod, migrated, true, into);
  }

  /** Adds the volumes of a pod that has a node; a claim that is gone does not count. */
  Verdict addPlaced(Pod pod, Set<CountedVolume> into) {
    return add(pod, true, false, into);
  }

  private Verdict add(Pod pod, boolean migrated, boolean waiting, Set<CountedVolume> into) {
    for (Volume volume : pod.spec().volumes()) {
      String claimName = PodClaims.name(pod, volume);
      Verdict verdict =
          claimName == null
              ? addInline(pod, volume, migrated, into)
              : addClaim(pod, volume, claimName, migrated, waiting, into);
      if (!verdict.isSuccess()) {
        return verdict;
      }
    }
    return Verdict.success();
  }

  private static Verdict addInline(
      Pod pod, Volume volume, boolean migrated, Set<CountedVolume> into) {
    MigratedPlugin plugin = MigratedPlugin.of(volume.source());
    if (plugin == null || !plugin.scheduled() || !migrated) {
      return Verdict.success();
    }
    try {
      String handle = CsiMigration.inlineHandle(volume, pod.namespace());
      if (handle != null) {
        into.add(CountedVolume.existing(plugin.driver(), handle));
      }
      return Verdict.success();
    } catch (VolumeTranslationException e) {
      return Verdict.error(
          "converting volume(%s) from inline to csi: %s".formatted(volume.name(), e.getMessage()));
    }
  }

  private Verdict addClaim(
      Pod pod,
      Volume volume,
      String claimName,
      boolean migrated,
      boolean waiting,
      Set<CountedVolume> into) {
    if (claimName.isEmpty()) {
      return Verdict.error("PersistentVolumeClaim had no name");
    }
    PersistentVolumeClaim claim = PodClaims.find(cluster, pod, claimName);
    if (claim == null) {
      return waiting
          ? Verdict.unresolvable(
              Reason.of(
                  "ClaimNotFound",
                  "looking up PVC %s/%s: %s"
                      .formatted(pod.namespace(), claimName, PodClaims.notFound(claimName))))
          : Verdict.success();
    }
    String foreign =
        volume.source() instanceof Volume.Ephemeral ? PodClaims.foreign(pod, claim) : null;
    if (foreign != null) {
      return Verdict.error(foreign);
    }
    CountedVolume counted = behind(claim, migrated);
    if (counted != null) {
      into.add(counted);
    }
    return Verdict.success();
  }

  private @Nullable CountedVolume behind(PersistentVolumeClaim claim, boolean migrated) {
    PersistentVolume volume = volume(claim.spec().volumeName());
    if (volume == null) {
      return expected(claim, migrated);
    }
    MigratedPlugin plugin = MigratedPlugin.of(volume.source());
    if (plugin != null && !(plugin.scheduled() && migrated)) {
      return null;
    }
    try {
      return CsiMigration.translate(volume).source()
                  instanceof VolumeSource.Csi(var driver, var handle)
              && !driver.isEmpty()
              && !handle.isEmpty()
          ? CountedVolume.existing(driver, handle)
          : null;
    } catch (VolumeTranslationException _) {
      // VolumeBinding says what is wrong with the volume; here it just does not count.
      return null;
    }
  }

  /** What will be made for a claim; one without a class must be bound first and does not count. */
  private @Nullable CountedVolume expected(PersistentVolumeClaim claim, boolean migrated) {
    String className = claim.storageClass();
    var storageClass =
        className.isEmpty()
            ? null
            : (StorageClass) cluster.object(ObjectKind.STORAGE_CLASS, className);
    if (storageClass == null) {
      return null;
    }
    MigratedPlugin plugin = MigratedPlugin.named(storageClass.provisioner());
    if (plugin != null) {
      return plugin.scheduled() && migrated
          ? CountedVolume.expected(plugin.driver(), claim.key())
          : null;
    }
    return storageClass.provisioner().isEmpty()
        ? null
        : CountedVolume.expected(storageClass.provisioner(), claim.key());
  }

  /** Adds a volume that is attached to a node, as far as it is one of the attacher. */
  void addAttached(VolumeAttachment attachment, Set<CountedVolume> into) {
    String volumeName = attachment.persistentVolumeName();
    PersistentVolume volume = volumeName == null ? null : volume(volumeName);
    if (volume != null
        && !attachment.attacher().isEmpty()
        && volume.source() instanceof VolumeSource.Csi(_, var handle)) {
      into.add(CountedVolume.existing(attachment.attacher(), handle));
    }
  }

  private @Nullable PersistentVolume volume(String name) {
    return name.isEmpty()
        ? null
        : (PersistentVolume) cluster.object(ObjectKind.PERSISTENT_VOLUME, name);
  }
}
