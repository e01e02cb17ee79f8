package io.merapi.api.storage;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A volume of the cluster.
 *
 * @param claim the claim that the volume is bound to, or kept for; absent while it is free
 * @param storageClassName as the spec states it; {@link #storageClass} is what counts
 * @param volumeMode {@code Filesystem} or {@code Block}; absent means {@code Filesystem}
 * @param requiredNodes the nodes that can reach the volume; absent means all
 * @param volumeAttributesClassName absent where the object does not say
 * @param phase {@code Pending}, {@code Available}, {@code Bound}, {@code Released} or {@code
 *     Failed}; empty where the status does not say
 */
public record PersistentVolume(
    ObjectMeta meta,
    ResourceList capacity,
    List<String> accessModes,
    @Nullable ClaimReference claim,
    String storageClassName,
    @Nullable String volumeMode,
    @Nullable NodeSelector requiredNodes,
    String reclaimPolicy,
    @Nullable String volumeAttributesClassName,
    VolumeSource source,
    String phase)
    implements ClusterObject {

  public PersistentVolume {
    accessModes = List.copyOf(accessModes);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.PERSISTENT_VOLUME;
  }

  /** The class of the volume: the old annotation where it is set, even to nothing, or the spec. */
  public String storageClass() {
    return meta.annotations().getOrDefault(WellKnownKeys.BETA_STORAGE_CLASS, storageClassName);
  }

  /** The same volume under other metadata, belonging to a claim. */
  public PersistentVolume claimedBy(ClaimReference newClaim, ObjectMeta newMeta) {
    return new PersistentVolume(
        newMeta,
        capacity,
        accessModes,
        newClaim,
        storageClassName,
        volumeMode,
        requiredNodes,
        reclaimPolicy,
        volumeAttributesClassName,
        source,
        phase);
  }

  /**
   * The claim that a volume belongs to.
   *
   * @param uid empty where the volume is kept for whatever claim comes under this name
   */
  public record ClaimReference(String namespace, String name, String uid) {

    public static ClaimReference to(PersistentVolumeClaim claim) {
      return new ClaimReference(claim.namespace(), claim.name(), claim.meta().uid());
    }

    /** Whether a claim is the one that is meant. */
    public boolean means(PersistentVolumeClaim claim) {
      return name.equals(claim.name())
          && namespace.equals(claim.namespace())
          && (uid.isEmpty() || uid.equals(claim.meta().uid()));
    }
  }
}
