package io.merapi.kube.devices;

import io.merapi.api.device.CounterSet;
import io.merapi.api.device.Device;
import io.merapi.api.node.Node;
import io.merapi.kube.devices.DevicePool.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts together the pools of which a node reaches some device. */
final class PoolGathering {

  private static final Comparator<InventorySlice> BY_NAME =
      Comparator.comparing(slice -> slice.slice().name());

  private final DeviceInventory inventory;
  private final boolean partitionableDevices;

  PoolGathering(DeviceInventory inventory, boolean partitionableDevices) {
    this.inventory = inventory;
    this.partitionableDevices = partitionableDevices;
  }

  /** The pools in the order in which they are tried: those that have to be made ready last. */
  List<DevicePool> on(Node node) {
    var pools = new ArrayList<DevicePool>();
    var toBeMadeReady = new ArrayList<DevicePool>();
    newestSlices(node)
        .forEach((id, slices) -> {
          DevicePool pool = pool(id, slices);
          if (pool != null) {
            (pool.hasBindingConditions() ? toBeMadeReady : pools).add(pool);
          }
        });
    pools.addAll(toBeMadeReady);
    return pools;
  }

  /** The slices for a node of each pool, without those that newer ones of them replace. */
  private Map<PoolId, List<InventorySlice>> newestSlices(Node node) {
    var pools = new TreeMap<PoolId, List<InventorySlice>>();
    for (InventorySlice slice : inventory.slicesFor(node.name())) {
      if (!isFor(slice, node)) {
        continue;
      }
      List<InventorySlice> known = pools.get(slice.pool());
      if (known == null || slice.generation() > known.getFirst().generation()) {
        known = new ArrayList<>();
        pools.put(slice.pool(), known);
      } else if (slice.generation() < known.getFirst().generation()) {
        continue;
      }
      known.add(slice);
    }
    return pools;
  }

  private boolean isFor(InventorySlice slice, Node node) {
    if (!partitionableDevices
        && (slice.slice().perDeviceNodeSelection() != null || slice.hasSharedCounters())) {
      return false;
    }
    if (slice.hasSharedCounters()) {
      return true;
    }
    String name = slice.slice().name();
    if (slice.reach().isStated()) {
      return reaches(slice.reach(), node, "slice " + name);
    }
    return slice.perDeviceNodes()
        && slice.devices().stream()
            .anyMatch(device ->
                reaches(
                    device.reach(),
                    node,
                    "device %s in slice %s".formatted(device.device().name(), name)));
  }

  private static boolean reaches(NodeReach reach, Node node, String what) {
    try {
      return reach.by(node);
    } catch (AllocationException e) {
      throw AllocationException.input(
          "gather pool information: failed to perform node selection for %s: %s"
              .formatted(what, e.getMessage()));
    }
  }

  /** A pool of the slices that are for the node; null where all of them are out of date. */
  private @Nullable DevicePool pool(PoolId id, List<InventorySlice> slices) {
    InventorySlice any = slices.getFirst();
    long wanted = any.slice().pool().resourceSliceCount();
    if (slices.size() == wanted) {
      return built(id, slices, slices);
    }
    // Slices for other nodes belong to the pool too. They decide whether it is complete, and may
    // show that a newer generation is on its way.
    var all = new ArrayList<InventorySlice>();
    for (InventorySlice other : inventory.slicesOf(id)) {
      if (other.generation() > any.generation()) {
        return null;
      }
      if (other.generation() == any.generation()) {
        all.add(other);
      }
    }
    return all.size() == wanted
        ? built(id, slices, all)
        : DevicePool.unusable(id, Condition.INCOMPLETE);
  }

  private DevicePool built(PoolId id, List<InventorySlice> slices, List<InventorySlice> all) {
    slices.sort(BY_NAME);
    var withDevices = new ArrayList<InventorySlice>();
    var withCounters = new ArrayList<InventorySlice>();
    for (InventorySlice slice : slices) {
      (partitionableDevices && slice.hasSharedCounters() ? withCounters : withDevices).add(slice);
    }
    if (hasRepeatedNames(withDevices)) {
      return DevicePool.unusable(id, Condition.INVALID);
    }
    if (!partitionableDevices) {
      return new DevicePool(id, Condition.USABLE, withDevices, List.of(), Map.of());
    }
    Map<String, CounterSet> counters = counterSets(withCounters);
    if (counters == null || !consumesKnownCounters(slices, counters)) {
      return DevicePool.unusable(id, Condition.INVALID);
    }
    var elsewhere = new ArrayList<InventorySlice>();
    if (all.size() != slices.size()) {
      elsewhere.addAll(all);
      elsewhere.removeIf(slices::contains);
      if (!consumesKnownCounters(elsewhere, counters)) {
        return DevicePool.unusable(id, Condition.INVALID);
      }
    }
    return new DevicePool(id, Condition.USABLE, withDevices, elsewhere, counters);
  }

  private static boolean hasRepeatedNames(List<InventorySlice> slices) {
    var names = new HashSet<String>();
    return slices.stream()
        .flatMap(slice -> slice.devices().stream())
        .anyMatch(device -> !names.add(device.device().name()));
  }

  /** The sets by name; null where two have the same. */
  private static @Nullable Map<String, CounterSet> counterSets(List<InventorySlice> slices) {
    var sets = new HashMap<String, CounterSet>();
    for (InventorySlice slice : slices) {
      for (CounterSet set : slice.slice().sharedCounters()) {
        if (sets.put(set.name(), set) != null) {
          return null;
        }
      }
    }
    return sets;
  }

  private static boolean consumesKnownCounters(
      List<InventorySlice> slices, Map<String, CounterSet> sets) {
    for (InventorySlice slice : slices) {
      for (Device device : slice.slice().devices()) {
        for (CounterSet taken : device.consumesCounters()) {
          CounterSet set = sets.get(taken.name());
          if (set == null
              || !set.counters()
                  .amounts()
                  .keySet()
                  .containsAll(taken.counters().amounts().keySet())) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
