package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;
import io.merapi.kube.persistent.PersistentMap;
import org.jspecify.annotations.Nullable;

/** The devices that claims hold, and how much of those that are shared; immutable. */
public final class AllocatedDevices {

  private final boolean consumableCapacity;

  /** How many claims hold a device alone; more than one only where that went wrong. */
  private final PersistentMap<DeviceId, Integer> taken;

  /** How many claims hold a share of a device. */
  private final PersistentMap<DeviceId, Integer> shared;

  private final ConsumedCapacity shares;

  private AllocatedDevices(
      boolean consumableCapacity,
      PersistentMap<DeviceId, Integer> taken,
      PersistentMap<DeviceId, Integer> shared,
      ConsumedCapacity shares) {
    this.consumableCapacity = consumableCapacity;
    this.taken = taken;
    this.shared = shared;
    this.shares = shares;
  }

  public static AllocatedDevices none(DeviceFeatures features) {
    return new AllocatedDevices(
        features.consumableCapacity(),
        PersistentMap.empty(),
        PersistentMap.empty(),
        new ConsumedCapacity());
  }

  /** With what was given to a claim; devices given for administration stay free for others. */
  public AllocatedDevices with(@Nullable Allocation allocation) {
    return changed(allocation, 1);
  }

  /** Without what was given to a claim and counts here. */
  public AllocatedDevices without(@Nullable Allocation allocation) {
    return changed(allocation, -1);
  }

  private AllocatedDevices changed(@Nullable Allocation allocation, int difference) {
    if (allocation == null) {
      return this;
    }
    PersistentMap<DeviceId, Integer> takenThen = taken;
    PersistentMap<DeviceId, Integer> sharedThen = shared;
    ConsumedCapacity sharesThen = shares;
    for (Allocation.Result result : allocation.results()) {
      DeviceId device = DeviceId.of(result);
      if (result.adminAccess()) {
        continue;
      }
      if (!consumableCapacity || result.shareId() == null) {
        takenThen = counted(takenThen, device, difference);
      } else if (!result.consumedCapacity().isEmpty()) {
        sharesThen = sharesThen == shares ? shares.copy() : sharesThen;
        sharedThen = counted(sharedThen, device, difference);
        if (difference > 0) {
          sharesThen.add(device, result.consumedCapacity().amounts());
        } else if (sharedThen.containsKey(device)) {
          sharesThen.subtract(device, result.consumedCapacity().amounts());
        } else {
          sharesThen.forget(device);
        }
      }
    }
    return new AllocatedDevices(consumableCapacity, takenThen, sharedThen, sharesThen);
  }

  private static PersistentMap<DeviceId, Integer> counted(
      PersistentMap<DeviceId, Integer> counts, DeviceId device, int difference) {
    Integer known = counts.get(device);
    int count = (known == null ? 0 : known) + difference;
    return count == 0 ? counts.without(device) : counts.with(device, count);
  }

  boolean isTaken(DeviceId device) {
    return taken.containsKey(device);
  }

  ConsumedCapacity shares() {
    return shares;
  }
}
