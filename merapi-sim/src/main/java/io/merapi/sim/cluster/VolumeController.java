package io.merapi.sim.cluster;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeSource;
import io.merapi.sim.time.VirtualTime;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * Completes the binding of claims: to the volume that is kept for them, or to one that it makes
 * where their class has a provisioner, at once or when a node has been chosen as the class says.
 */
final class VolumeController {

  /** The provisioner of classes whose volumes nobody makes. */
  private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

  private final VirtualTime time;
  private final ObjectStore store;

  VolumeController(VirtualTime time, ObjectStore store) {
    this.time = time;
    this.store = store;
    store.watch(this::see);
  }

  private void see(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(PersistentVolumeClaim claim)
          when claim.spec().volumeName().isEmpty() ->
          time.execute(() -> provision(claim.key()));
      case ObjectEvent.Applied(PersistentVolume volume) when volume.claim() != null ->
          time.execute(() -> complete(volume.key()));
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  private void provision(String claimKey) {
    PersistentVolumeClaim claim = claim(claimKey);
    if (claim == null || !claim.spec().volumeName().isEmpty()) {
      return;
    }
    StorageClass type =
        store.find(StorageClass.class, ObjectKind.STORAGE_CLASS, claim.storageClass());
    if (type == null || type.provisioner().isEmpty() || type.provisioner().equals(NO_PROVISIONER)) {
      return;
    }
    boolean late = "WaitForFirstConsumer".equals(type.volumeBindingMode());
    if (late && !claim.meta().annotations().has(WellKnownKeys.SELECTED_NODE)) {
      return;
    }
    ObjectMeta meta = claim.meta();
    String name = "pvc-" + meta.uid();
    store.apply(
        new PersistentVolume(
            ObjectMeta.named("", name),
            claim.spec().requests(),
            claim.spec().accessModes(),
            new ClaimReference(meta.namespace(), meta.name(), meta.uid()),
            claim.storageClass(),
            claim.spec().volumeMode(),
            null,
            "Delete",
            claim.spec().volumeAttributesClassName(),
            new VolumeSource.Csi(type.provisioner(), name),
            "Bound"));
  }

  /** Binds the claim that a volume is kept for. */
  private void complete(String volumeName) {
    PersistentVolume volume =
        store.find(PersistentVolume.class, ObjectKind.PERSISTENT_VOLUME, volumeName);
    ClaimReference reference = volume == null ? null : volume.claim();
    if (volume == null || reference == null) {
      return;
    }
    PersistentVolumeClaim claim = claim(reference.namespace() + "/" + reference.name());
    if (claim == null || !claim.spec().volumeName().isEmpty()) {
      return;
    }
    ClaimSpec spec = claim.spec();
    var annotations = new HashMap<>(claim.meta().annotations().toMap());
    annotations.put(WellKnownKeys.BIND_COMPLETED, "yes");
    annotations.put(WellKnownKeys.BOUND_BY_CONTROLLER, "yes");
    store.apply(
        new PersistentVolumeClaim(
            claim.meta().withAnnotations(Labels.of(annotations)),
            new ClaimSpec(
                spec.accessModes(),
                spec.requests(),
                spec.storageClassName(),
                spec.selector(),
                volume.name(),
                spec.volumeMode(),
                spec.volumeAttributesClassName()),
            "Bound",
            volume.capacity()));
  }

  private @Nullable PersistentVolumeClaim claim(String key) {
    return store.find(PersistentVolumeClaim.class, ObjectKind.PERSISTENT_VOLUME_CLAIM, key);
  }
}
