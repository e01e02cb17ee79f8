package io.merapi.api.device;

import io.merapi.api.resource.Quantity;
import io.merapi.api.selector.NodeSelector;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A device of a slice.
 *
 * @param attributes by name, which without a domain belongs to the driver's
 * @param capacity by name, as for attributes
 * @param consumesCounters what the device takes from shared counters, by counter set
 * @param nodes where the device can be used, if its slice leaves that to each device
 * @param bindsToNode whether an allocation ties the claim to the node chosen
 * @param bindingConditions conditions that must come true before the pod is bound
 * @param bindingFailureConditions conditions that give the allocation up
 * @param allowMultipleAllocations whether several requests may share the device
 * @param nodeAllocatableMappings what the device takes of the node's own resources, by resource
 */
public record Device(
    String name,
    Map<String, DeviceAttribute> attributes,
    Map<String, DeviceCapacity> capacity,
    List<CounterSet> consumesCounters,
    Reach nodes,
    List<Taint> taints,
    boolean bindsToNode,
    List<String> bindingConditions,
    List<String> bindingFailureConditions,
    boolean allowMultipleAllocations,
    Map<String, NodeAllocatableMapping> nodeAllocatableMappings) {

  public Device {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    capacity = Collections.unmodifiableMap(new TreeMap<>(capacity));
    consumesCounters = List.copyOf(consumesCounters);
    taints = List.copyOf(taints);
    bindingConditions = List.copyOf(bindingConditions);
    bindingFailureConditions = List.copyOf(bindingFailureConditions);
    nodeAllocatableMappings = Collections.unmodifiableMap(new TreeMap<>(nodeAllocatableMappings));
  }

  /**
   * The nodes that reach a device or a whole slice; of the three, an object states one.
   *
   * @param nodeName absent where the object does not name one
   * @param nodeSelector absent where the object does not select nodes
   */
  public record Reach(
      @Nullable String nodeName, @Nullable NodeSelector nodeSelector, boolean allNodes) {

    public static final Reach UNSTATED = new Reach(null, null, false);
  }

  /**
   * A reason not to use the device.
   *
   * @param effect {@code None}, {@code NoSchedule} or {@code NoExecute}
   */
  public record Taint(String key, String value, String effect) {}

  /**
   * How much of a node's resource an allocated device takes.
   *
   * @param capacityKey the capacity whose consumed amount counts; absent where the multiplier is
   *     itself the amount
   * @param allocationMultiplier what the consumed amount is multiplied by; absent means 1
   */
  public record NodeAllocatableMapping(
      @Nullable String capacityKey, @Nullable Quantity allocationMultiplier) {}
}
