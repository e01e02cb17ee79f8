package io.merapi.kube.plugins.noderesources;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.Device;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.selector.CompiledNodeSelector;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many devices each node reaches, and how many of them are allocated.
 *
 * <p>All devices of all slices count, for a class whose selectors let every device pass. A node
 * whose slices have a selector that cannot be read has none.
 */
final class DeviceTotals {

  private final Map<String, Total> byNode = new HashMap<>();

  /** Counts the devices that the nodes reach. */
  DeviceTotals(ClusterView cluster, List<NodeInfo> nodes) {
    Set<DeviceKey> allocated = allocated(cluster);
    for (NodeInfo node : nodes) {
      byNode.put(node.name(), new Total());
    }
    for (ClusterObject object : cluster.objects(ObjectKind.RESOURCE_SLICE)) {
      var slice = (ResourceSlice) object;
      if (Boolean.TRUE.equals(slice.perDeviceNodeSelection())) {
        for (Device device : slice.devices()) {
          add(new Reached(device.nodes(), false), slice, List.of(device), allocated, nodes);
        }
      } else {
        // Upstream takes a slice that does not say where its devices are for one of every node.
        add(new Reached(slice.nodes(), true), slice, slice.devices(), allocated, nodes);
      }
    }
  }

  long capacity(NodeInfo node) {
    Total total = byNode.get(node.name());
    return total == null || total.unreadable ? 0 : total.devices;
  }

  long allocated(NodeInfo node) {
    Total total = byNode.get(node.name());
    return total == null || total.unreadable ? 0 : total.allocated;
  }

  private void add(
      Reached reached,
      ResourceSlice slice,
      List<Device> devices,
      Set<DeviceKey> allocated,
      List<NodeInfo> nodes) {
    int taken = 0;
    for (Device device : devices) {
      var key = new DeviceKey(slice.driver(), slice.pool().name(), device.name());
      taken += allocated.contains(key) ? 1 : 0;
    }
    for (NodeInfo node : nodes) {
      Total total = byNode.get(node.name());
      if (total == null) {
        continue;
      }
      if (reached.unreadable()) {
        total.unreadable = true;
      } else if (reached.by(node)) {
        total.devices += devices.size();
        total.allocated += taken;
      }
    }
  }

  /** The devices in use; those given for administration stay free for others. */
  private static Set<DeviceKey> allocated(ClusterView cluster) {
    var keys = new HashSet<DeviceKey>();
    for (ClusterObject object : cluster.objects(ObjectKind.RESOURCE_CLAIM)) {
      Allocation allocation = ((ResourceClaim) object).allocation();
      if (allocation != null) {
        for (Allocation.Result result : allocation.results()) {
          if (!result.adminAccess()) {
            keys.add(new DeviceKey(result.driver(), result.pool(), result.device()));
          }
        }
      }
    }
    return keys;
  }

  private record DeviceKey(String driver, String pool, String device) {}

  private static final class Total {
    private long devices;
    private long allocated;
    private boolean unreadable;
  }

  /** The nodes that reach devices: all, one, or those of a selector, in this order. */
  private static final class Reached {

    private final boolean allNodes;
    private final String nodeName;
    private final @Nullable CompiledNodeSelector selector;
    private final boolean unstated;

    /**
     * @param unstated whether nodes reach the devices where nothing is said about that
     */
    Reached(Device.Reach reach, boolean unstated) {
      this.allNodes = reach.allNodes();
      this.nodeName = reach.nodeName() == null ? "" : reach.nodeName();
      this.selector =
          reach.nodeSelector() == null ? null : CompiledNodeSelector.of(reach.nodeSelector());
      this.unstated = unstated;
    }

    boolean by(NodeInfo info) {
      if (allNodes) {
        return true;
      }
      if (!nodeName.isEmpty()) {
        return nodeName.equals(info.name());
      }
      Node node = info.node();
      return selector == null
          ? unstated
          : node != null && selector.matches(node.meta().labels(), node.name());
    }

    boolean unreadable() {
      return !allNodes && nodeName.isEmpty() && selector != null && selector.error() != null;
    }
  }
}
