package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;
import java.util.HashSet;
import java.util.Set;

/** The devices that claims hold, and how much of those that are shared. */
public final class AllocatedDevices {

  private final boolean consumableCapacity;
  private final Set<DeviceId> taken = new HashSet<>();
  private final ConsumedCapacity shares = new ConsumedCapacity();

  public AllocatedDevices(DeviceFeatures features) {
    this.consumableCapacity = features.consumableCapacity();
  }

  /** Counts what was given to a claim; devices given for administration stay free for others. */
  public void add(Allocation allocation) {
    for (Allocation.Result result : allocation.results()) {
      if (result.adminAccess()) {
        continue;
      }
      DeviceId device = DeviceId.of(result);
      if (consumableCapacity && result.shareId() != null) {
        if (!result.consumedCapacity().isEmpty()) {
          shares.add(device, result.consumedCapacity().amounts());
        }
      } else {
        taken.add(device);
      }
    }
  }

  boolean isTaken(DeviceId device) {
    return taken.contains(device);
  }

  ConsumedCapacity shares() {
    return shares;
  }
}
