package io.merapi.api.storage;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.resource.ResourceList;

/**
 * A claim for a volume.
 *
 * @param phase {@code Pending}, {@code Bound} or {@code Lost}; empty where the status does not say
 * @param capacity the real size of the volume that the claim is bound to
 */
public record PersistentVolumeClaim(
    ObjectMeta meta, ClaimSpec spec, String phase, ResourceList capacity) implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.PERSISTENT_VOLUME_CLAIM;
  }

  /**
   * The class that the claim asks for: the old annotation where it is set, even to nothing, or the
   * spec; empty for none.
   */
  public String storageClass() {
    String bySpec = spec.storageClassName();
    return meta.annotations()
        .getOrDefault(WellKnownKeys.BETA_STORAGE_CLASS, bySpec == null ? "" : bySpec);
  }

  public PersistentVolumeClaim withMeta(ObjectMeta newMeta) {
    return new PersistentVolumeClaim(newMeta, spec, phase, capacity);
  }

  /** Whether the claim has a volume and the binding is confirmed. */
  public boolean fullyBound() {
    return !spec.volumeName().isEmpty() && meta.annotations().has(WellKnownKeys.BIND_COMPLETED);
  }
}
