package io.merapi.kube.devices;

import io.merapi.api.device.CounterSet;
import java.util.List;
import java.util.Map;

/**
 * A pool as one node sees it.
 *
 * @param condition whether devices may be taken from it
 * @param slices those with devices that the node may reach, by name
 * @param slicesElsewhere the others, whose devices take from the same counters; only where there
 *     are any counters
 * @param counterSets what the devices of the pool share, by name
 */
record DevicePool(
    PoolId id,
    Condition condition,
    List<InventorySlice> slices,
    List<InventorySlice> slicesElsewhere,
    Map<String, CounterSet> counterSets) {

  static DevicePool unusable(PoolId id, Condition condition) {
    return new DevicePool(id, condition, List.of(), List.of(), Map.of());
  }

  boolean usable() {
    return condition == Condition.USABLE;
  }

  /** Whether some device has to be made ready before a pod is bound. */
  boolean hasBindingConditions() {
    for (InventorySlice slice : slices) {
      for (InventoryDevice device : slice.devices()) {
        if (!device.device().bindingConditions().isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether devices may be taken from a pool. */
  enum Condition {
    USABLE,
    /** Some of its slices are not there yet. */
    INCOMPLETE,
    /** Its slices contradict each other. */
    INVALID
  }
}
