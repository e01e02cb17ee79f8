package io.merapi.api.storage;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;

/**
 * What a CSI driver wants of the cluster.
 *
 * @param storageCapacity whether the driver reports free capacity, which scheduling must then heed
 * @param preventPodSchedulingIfMissing whether nodes without the driver are closed to pods that
 *     need it, behind a gate
 */
public record CsiDriver(
    ObjectMeta meta, boolean storageCapacity, boolean preventPodSchedulingIfMissing)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.CSI_DRIVER;
  }
}
