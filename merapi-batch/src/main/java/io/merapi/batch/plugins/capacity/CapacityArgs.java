package io.merapi.batch.plugins.capacity;

import io.merapi.api.plugin.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code capacity} plugin reads from its arguments.
 *
 * @param ancestorReclaimLevel how many levels of queues above count when queues reclaim from one
 *     another; 0 for none
 * @param dynamicResources whether devices count against queues; null to follow the feature gate
 *     {@code DynamicResourceAllocation}
 * @param consumableCapacity whether shares of devices count against queues; null to follow the
 *     feature gate {@code DRAConsumableCapacity}
 */
public record CapacityArgs(
    long ancestorReclaimLevel,
    @Nullable Boolean dynamicResources,
    @Nullable Boolean consumableCapacity) {

  public static final CapacityArgs DEFAULTS = new CapacityArgs(0, null, null);

  public static CapacityArgs bind(Arguments in) {
    return new CapacityArgs(
        in.integer("ancestorReclaimLevel").atLeast(0).or(DEFAULTS.ancestorReclaimLevel),
        in.flag("capacity.DynamicResourceAllocationEnable").orNull(),
        in.flag("capacity.DRAConsumableCapacityEnable").orNull());
  }
}
