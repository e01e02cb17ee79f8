package io.merapi.kube.devices;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.node.Node;
import io.merapi.kube.cel.DeviceExpressions;
import io.merapi.kube.devices.DevicePool.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds devices for the claims of one pod, node by node; safe for use by several threads.
 *
 * <p>What is offered and what is taken does not change while it is in use.
 */
public final class DeviceAllocator {

  private final DeviceFeatures features;
  private final DeviceInventory inventory;
  private final AllocatedDevices allocated;
  private final Function<String, @Nullable DeviceClass> classes;
  private final DeviceExpressions expressions;
  private final SharedCounters counters;

  /**
   * @param classes by name; null where there is none
   */
  public DeviceAllocator(
      DeviceFeatures features,
      DeviceInventory inventory,
      AllocatedDevices allocated,
      Function<String, @Nullable DeviceClass> classes,
      DeviceExpressions expressions) {
    this.features = features;
    this.inventory = inventory;
    this.allocated = allocated;
    this.classes = classes;
    this.expressions = expressions;
    this.counters = new SharedCounters(allocated);
  }

  /**
   * Allocations for claims that a node can use; null where it does not have enough devices.
   *
   * @param outOfTime asked at every step of the search
   * @return one for each claim, in their order
   * @throws AllocationException if claims, classes or slices are broken, or time is up
   */
  public @Nullable List<Allocation> allocate(
      Node node, List<ResourceClaim> claims, BooleanSupplier outOfTime) {
    List<DevicePool> pools = inventory.poolsOf(node);
    var devices = new NodeDevices(node, pools, features, expressions);
    var planning = new ClaimPlanning(devices, features, allocated.shares(), classes);
    var plans = new ArrayList<ClaimPlan>();
    claims.forEach(claim -> plans.add(planning.plan(claim)));
    var search =
        new DeviceSearch(plans, devices, features, allocated, counters.new Taking(), outOfTime);
    if (!search.run()) {
      if (pools.stream().anyMatch(pool -> pool.condition() == Condition.INVALID)) {
        throw AllocationException.node("invalid resource pools were encountered");
      }
      return null;
    }
    var writing = new AllocationWriting(node.name(), features);
    return plans.stream().map(writing::of).toList();
  }
}
