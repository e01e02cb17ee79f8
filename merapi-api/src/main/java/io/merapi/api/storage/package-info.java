/**
 * Volumes, their claims and classes, and what CSI drivers say of nodes and capacity.
 *
 * <p>A {@link io.merapi.api.storage.PersistentVolumeClaim} asks for a {@link
 * io.merapi.api.storage.PersistentVolume} of a {@link io.merapi.api.storage.StorageClass}. What
 * limits the choice of a node comes from the driver: {@link io.merapi.api.storage.CsiNode} says how
 * many volumes a node takes and by which topology it is known, {@link
 * io.merapi.api.storage.CsiStorageCapacity} how much room is left where, and {@link
 * io.merapi.api.storage.VolumeAttachment} which volumes are still attached although no pod uses
 * them. Which of an object's fields are kept is decided by what VolumeBinding, VolumeZone,
 * NodeVolumeLimits and VolumeRestrictions read. Upstream counterparts: {@code k8s.io/api/core/v1}
 * and {@code k8s.io/api/storage/v1}.
 */
@NullMarked
package io.merapi.api.storage;

import org.jspecify.annotations.NullMarked;
