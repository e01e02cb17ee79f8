package io.merapi.api.storage;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.selector.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * How much can still be provisioned for a class in one part of the cluster.
 *
 * @param nodeTopology the nodes of that part; absent matches no node, empty all
 * @param capacity absent means unknown, which counts as none
 * @param maximumVolumeSize the largest single volume; absent means that the capacity is the limit
 */
public record CsiStorageCapacity(
    ObjectMeta meta,
    String storageClassName,
    @Nullable LabelSelector nodeTopology,
    @Nullable Quantity capacity,
    @Nullable Quantity maximumVolumeSize)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.CSI_STORAGE_CAPACITY;
  }
}
