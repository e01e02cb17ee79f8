package io.merapi.kube.devices;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.node.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All devices that drivers offer, in the order in which they are tried; immutable but for what it
 * remembers of its devices.
 */
public final class DeviceInventory {

  private final boolean listAttributes;
  private final boolean partitionableDevices;
  private final List<ResourceSlice> slices;

  /** The list that slices were last read from; mostly it is the same one that is handed in. */
  private volatile List<? extends ClusterObject> source;

  private final boolean ambiguousCounters;
  private final IdentityHashMap<ResourceSlice, InventorySlice> bySlice = new IdentityHashMap<>();
  private final Map<String, List<InventorySlice>> onNode = new HashMap<>();
  private final List<InventorySlice> shared = new ArrayList<>();
  private final Map<PoolId, List<InventorySlice>> byPool = new HashMap<>();
  private final Map<String, NodePools> poolsOfNodes = new ConcurrentHashMap<>();

  /**
   * @param slices what is in the source
   */
  private DeviceInventory(
      List<? extends ClusterObject> source,
      List<ResourceSlice> slices,
      IdentityHashMap<ResourceSlice, InventorySlice> known,
      boolean listAttributes,
      boolean partitionableDevices) {
    this.source = source;
    this.listAttributes = listAttributes;
    this.partitionableDevices = partitionableDevices;
    this.slices = List.copyOf(slices);
    this.ambiguousCounters = partitionableDevices && haveAmbiguousCounters(slices);
    for (ResourceSlice slice : slices) {
      InventorySlice same = known.get(slice);
      InventorySlice added = same == null ? new InventorySlice(slice, listAttributes) : same;
      bySlice.put(slice, added);
      byPool.computeIfAbsent(added.pool(), _ -> new ArrayList<>()).add(added);
      String nodeName = added.reach().nodeName();
      if (nodeName.isEmpty() || added.hasSharedCounters()) {
        shared.add(added);
      } else {
        onNode.computeIfAbsent(nodeName, _ -> new ArrayList<>()).add(added);
      }
    }
  }

  /** Whether pools of several drivers have one name, and counters with it. */
  private static boolean haveAmbiguousCounters(List<ResourceSlice> slices) {
    var counting = new HashSet<String>();
    for (ResourceSlice slice : slices) {
      if (!slice.sharedCounters().isEmpty()) {
        counting.add(slice.pool().name());
      }
    }
    var drivers = new HashMap<String, String>();
    for (ResourceSlice slice : slices) {
      String name = slice.pool().name();
      if (counting.contains(name)) {
        String other = drivers.putIfAbsent(name, slice.driver());
        if (other != null && !other.equals(slice.driver())) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether what one node has may depend on which node was asked before: counters are kept by the
   * bare name of a pool, and pools of several drivers have the same.
   */
  public boolean hasAmbiguousCounters() {
    return ambiguousCounters;
  }

  public static DeviceInventory empty(DeviceFeatures features) {
    return new DeviceInventory(
        List.of(),
        List.of(),
        new IdentityHashMap<>(),
        features.listAttributes(),
        features.partitionableDevices());
  }

  /**
   * The inventory of these slices. It shares with this one whatever they have in common, so that
   * what is known of their devices is not worked out anew.
   */
  public DeviceInventory of(List<? extends ClusterObject> objects) {
    if (isOf(objects)) {
      source = objects;
      return this;
    }
    var present = new ArrayList<ResourceSlice>(objects.size());
    objects.forEach(object -> present.add((ResourceSlice) object));
    return new DeviceInventory(objects, present, bySlice, listAttributes, partitionableDevices);
  }

  @SuppressWarnings("ReferenceEquality") // A slice that was read anew is looked at anew.
  private boolean isOf(List<? extends ClusterObject> objects) {
    if (objects == source) {
      return true;
    }
    if (objects.size() != slices.size()) {
      return false;
    }
    for (int i = 0; i < slices.size(); i++) {
      if (objects.get(i) != slices.get(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The pools of which a node reaches some device, in the order in which they are tried.
   *
   * <p>Kept for as long as the node stays as it is: pods come much more often than that changes.
   *
   * @throws AllocationException if a slice selects nodes in a way that cannot be read
   */
  @SuppressWarnings("ReferenceEquality") // A node that was read anew is looked at anew.
  List<DevicePool> poolsOf(Node node) {
    NodePools known = poolsOfNodes.get(node.name());
    if (known != null && known.node == node) {
      return known.pools;
    }
    List<DevicePool> pools = new PoolGathering(this, partitionableDevices).on(node);
    poolsOfNodes.put(node.name(), new NodePools(node, pools));
    return pools;
  }

  private record NodePools(Node node, List<DevicePool> pools) {}

  /** The slices that may have devices for a node; the others certainly have none. */
  List<InventorySlice> slicesFor(String nodeName) {
    List<InventorySlice> local = onNode.getOrDefault(nodeName, List.of());
    if (shared.isEmpty() || local.isEmpty()) {
      return local.isEmpty() ? shared : local;
    }
    var both = new ArrayList<>(local);
    both.addAll(shared);
    return both;
  }

  /** All slices of a pool, whatever nodes they are for. */
  List<InventorySlice> slicesOf(PoolId pool) {
    return byPool.getOrDefault(pool, List.of());
  }
}
