package io.merapi.kube.devices;

import io.merapi.api.device.ResourceSlice;
import java.util.List;

/** A slice of a pool with its devices. */
final class InventorySlice {

  private final ResourceSlice slice;
  private final PoolId pool;
  private final NodeReach reach;
  private final List<InventoryDevice> devices;

  InventorySlice(ResourceSlice slice, boolean listAttributes) {
    this.slice = slice;
    this.pool = new PoolId(slice.driver(), slice.pool().name());
    this.reach = new NodeReach(slice.nodes());
    this.devices =
        slice.devices().stream()
            .map(device ->
                new InventoryDevice(
                    new DeviceId(pool.driver(), pool.pool(), device.name()),
                    device,
                    listAttributes))
            .toList();
  }

  ResourceSlice slice() {
    return slice;
  }

  PoolId pool() {
    return pool;
  }

  long generation() {
    return slice.pool().generation();
  }

  NodeReach reach() {
    return reach;
  }

  List<InventoryDevice> devices() {
    return devices;
  }

  boolean hasSharedCounters() {
    return !slice.sharedCounters().isEmpty();
  }

  /** Whether each device says by itself where it can be used. */
  boolean perDeviceNodes() {
    return Boolean.TRUE.equals(slice.perDeviceNodeSelection());
  }
}
