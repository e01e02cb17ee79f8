package io.merapi.testkit;

import io.merapi.api.device.CounterSet;
import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceAttribute;
import io.merapi.api.device.DeviceCapacity;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes devices: every part has a plain default, and each call says what is special. */
public final class DeviceBuilder {

  private final String name;
  private final Map<String, DeviceAttribute> attributes = new TreeMap<>();
  private final Map<String, DeviceCapacity> capacity = new TreeMap<>();
  private final List<CounterSet> counters = new ArrayList<>();
  private final List<Device.Taint> taints = new ArrayList<>();
  private Device.Reach reach = Device.Reach.UNSTATED;
  private boolean bindsToNode;
  private List<String> bindingConditions = List.of();
  private List<String> bindingFailureConditions = List.of();
  private boolean shared;

  private DeviceBuilder(String name) {
    this.name = name;
  }

  public static DeviceBuilder device(String name) {
    return new DeviceBuilder(name);
  }

  public DeviceBuilder attribute(String key, String value) {
    return attribute(key, new DeviceAttribute.StringValue(value));
  }

  public DeviceBuilder attribute(String key, long value) {
    return attribute(key, new DeviceAttribute.IntValue(value));
  }

  public DeviceBuilder attribute(String key, DeviceAttribute value) {
    attributes.put(key, value);
    return this;
  }

  public DeviceBuilder capacity(String key, String quantity) {
    return capacity(key, quantity, null);
  }

  public DeviceBuilder capacity(
      String key, String quantity, DeviceCapacity.@Nullable RequestPolicy policy) {
    capacity.put(key, new DeviceCapacity(Quantity.parse(quantity), policy));
    return this;
  }

  /** Takes an amount of a counter that the pool shares. */
  public DeviceBuilder taking(String counterSet, String counter, String quantity) {
    counters.add(
        new CounterSet(counterSet, new ResourceList(Map.of(counter, Quantity.parse(quantity)))));
    return this;
  }

  public DeviceBuilder taint(String key, String value, String effect) {
    taints.add(new Device.Taint(key, value, effect));
    return this;
  }

  /** Can be used on one node only, in a slice that leaves that to its devices. */
  public DeviceBuilder on(String nodeName) {
    reach = new Device.Reach(nodeName, null, false);
    return this;
  }

  public DeviceBuilder bindingToNode() {
    bindsToNode = true;
    return this;
  }

  /** Must be made ready before its pod is bound. */
  public DeviceBuilder readyWhen(String condition, String failure) {
    bindingConditions = List.of(condition);
    bindingFailureConditions = List.of(failure);
    return this;
  }

  /** Several claims may have a share of it. */
  public DeviceBuilder shared() {
    shared = true;
    return this;
  }

  public Device build() {
    return new Device(
        name,
        attributes,
        capacity,
        counters,
        reach,
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        shared,
        Map.of());
  }
}
