package io.merapi.kube.devices;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;

/**
 * What claims and slices may make use of.
 *
 * @param adminAccess requests for devices that others use
 * @param prioritizedList requests with alternatives
 * @param partitionableDevices devices that take from shared counters, and slices whose devices are
 *     on different nodes
 * @param deviceTaints taints of devices
 * @param bindingConditions devices that have to be made ready before the pod is bound
 * @param consumableCapacity devices that several claims share
 * @param listAttributes attributes that are lists
 */
public record DeviceFeatures(
    boolean adminAccess,
    boolean prioritizedList,
    boolean partitionableDevices,
    boolean deviceTaints,
    boolean bindingConditions,
    boolean consumableCapacity,
    boolean listAttributes) {

  public static DeviceFeatures of(FeatureGates gates) {
    return new DeviceFeatures(
        gates.enabled(FeatureGate.DRA_ADMIN_ACCESS),
        gates.enabled(FeatureGate.DRA_PRIORITIZED_LIST),
        gates.enabled(FeatureGate.DRA_PARTITIONABLE_DEVICES),
        gates.enabled(FeatureGate.DRA_DEVICE_TAINTS),
        gates.enabled(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS)
            && gates.enabled(FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS),
        gates.enabled(FeatureGate.DRA_CONSUMABLE_CAPACITY),
        gates.enabled(FeatureGate.DRA_LIST_TYPE_ATTRIBUTES));
  }

  /**
   * Whether upstream's older allocator does the work, as it does while none of the newer features
   * is on: it does not know of distinct attributes nor of devices that tie a claim to a node, and
   * takes no notice of requests for capacity.
   */
  boolean olderAllocator() {
    return !bindingConditions && !consumableCapacity;
  }
}
