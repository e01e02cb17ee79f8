package io.merapi.batch.job;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the CSI volumes of pods as a resource of their node, one scalar per driver.
 *
 * <p>Volcano limits the volumes of a node by counting them like any other scalar: a node has as
 * many of {@code attachable-volumes-csi-DRIVER} as its CSINode says, and a pod takes one per claim.
 */
public final class AttachedVolumes {

  private static final String PREFIX = "attachable-volumes-csi-";

  /** What a node has of a driver that states no limit: more than there can be pods. */
  private static final int UNLIMITED = Integer.MAX_VALUE;

  private final ReadObjects objects;
  private final Set<String> ignoredProvisioners;

  /**
   * @param ignoredProvisioners drivers whose volumes are not counted ({@code
   *     --ignored-provisioners})
   */
  public AttachedVolumes(ReadObjects objects, Set<String> ignoredProvisioners) {
    this.objects = objects;
    this.ignoredProvisioners = Set.copyOf(ignoredProvisioners);
  }

  /** How many volumes each driver may attach to a node, by resource name. */
  public Map<String, Integer> limits(String nodeName) {
    CsiNode csiNode = objects.snapshot().object(CsiNode.class, ObjectKind.CSI_NODE, nodeName);
    if (csiNode == null) {
      return Map.of();
    }
    var limits = new TreeMap<String, Integer>();
    for (CsiNode.Driver driver : csiNode.drivers()) {
      Integer count = driver.allocatableCount();
      limits.put(resourceName(driver.name()), count == null ? UNLIMITED : count);
    }
    return limits;
  }

  /**
   * How many volumes of each driver a pod attaches, by resource name.
   *
   * @return null where a claim makes no sense, so that the pod cannot become a task; a claim that
   *     is not there yet makes the pod a task whose volumes are not counted
   */
  @Nullable Map<String, Integer> of(Pod pod) {
    if (pod.spec().volumes().isEmpty()) {
      return Map.of();
    }
    var counts = new TreeMap<String, Integer>();
    for (Volume volume : pod.spec().volumes()) {
      String claimName = claimName(pod, volume);
      if (claimName == null) {
        continue;
      }
      if (claimName.isEmpty()) {
        return null;
      }
      PersistentVolumeClaim claim =
          objects.read(
              pod.key(),
              PersistentVolumeClaim.class,
              ObjectKind.PERSISTENT_VOLUME_CLAIM,
              pod.namespace() + "/" + claimName);
      if (claim == null) {
        return Map.of();
      }
      if (volume.source() instanceof Volume.Ephemeral && !ownedBy(pod, claim)) {
        return null;
      }
      String driver = driver(pod, claim);
      if (!driver.isEmpty() && !ignoredProvisioners.contains(driver)) {
        counts.merge(resourceName(driver), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static @Nullable String claimName(Pod pod, Volume volume) {
    return switch (volume.source()) {
      case Volume.Claim claim -> claim.claimName();
      case Volume.Ephemeral _ -> pod.name() + "-" + volume.name();
      default -> null;
    };
  }

  private static boolean ownedBy(Pod pod, PersistentVolumeClaim claim) {
    return claim.meta().controller().stream()
        .anyMatch(owner -> owner.uid().equals(pod.meta().uid()));
  }

  private String driver(Pod pod, PersistentVolumeClaim claim) {
    PersistentVolume volume =
        objects.read(
            pod.key(),
            PersistentVolume.class,
            ObjectKind.PERSISTENT_VOLUME,
            claim.spec().volumeName());
    if (volume != null) {
      return volume.source() instanceof VolumeSource.Csi csi ? csi.driver() : "";
    }
    StorageClass storageClass =
        objects.read(pod.key(), StorageClass.class, ObjectKind.STORAGE_CLASS, claim.storageClass());
    return storageClass == null
        ? ""
        : storageClass
            .parameters()
            .getOrDefault(WellKnownKeys.CSI_DRIVER_NAME_PARAMETER, storageClass.provisioner());
  }

  private static String resourceName(String driver) {
    return PREFIX + driver.replace('/', '-');
  }
}
