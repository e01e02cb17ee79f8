package io.merapi.api.device;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a driver's pool of devices.
 *
 * @param nodes where the devices can be used
 * @param perDeviceNodeSelection whether each device says where it can be used; while the gate is
 *     off, a slice that says anything here is passed over, so absent and false differ
 * @param sharedCounters amounts that the devices of the pool share
 */
public record ResourceSlice(
    ObjectMeta meta,
    String driver,
    Pool pool,
    Device.Reach nodes,
    @Nullable Boolean perDeviceNodeSelection,
    List<Device> devices,
    List<CounterSet> sharedCounters)
    implements ClusterObject {

  public ResourceSlice {
    devices = List.copyOf(devices);
    sharedCounters = List.copyOf(sharedCounters);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.RESOURCE_SLICE;
  }

  /**
   * The pool that a slice belongs to.
   *
   * @param generation only slices of the highest generation count
   * @param resourceSliceCount how many slices of that generation make the pool complete
   */
  public record Pool(String name, long generation, long resourceSliceCount) {}
}
