package io.merapi.config.objects;

import io.merapi.api.device.CounterSet;
import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceAttribute;
import io.merapi.api.device.DeviceCapacity;
import io.merapi.api.resource.Quantity;
import java.util.List;
import java.util.Map;

/** A device of a slice. */
final class DeviceFormat {

  private DeviceFormat() {}

  static Device read(ObjectCursor in) {
    String name = "";
    Map<String, DeviceAttribute> attributes = Map.of();
    Map<String, DeviceCapacity> capacity = Map.of();
    List<CounterSet> consumesCounters = List.of();
    var reach = new ReachFields();
    List<Device.Taint> taints = List.of();
    boolean bindsToNode = false;
    List<String> bindingConditions = List.of();
    List<String> bindingFailureConditions = List.of();
    boolean allowMultipleAllocations = false;
    Map<String, Device.NodeAllocatableMapping> mappings = Map.of();
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          case "attributes" -> attributes = in.entries(DeviceAttributeFormat::read);
          case "capacity" -> capacity = in.entries(DeviceCapacityFormat::read);
          case "consumesCounters" ->
              consumesCounters = in.list(item -> CounterFormat.read("counterSet", item));
          case "taints" -> taints = in.list(TaintFormat::readOfDevice);
          case "bindsToNode" -> bindsToNode = in.flag();
          case "bindingConditions" -> bindingConditions = in.texts();
          case "bindingFailureConditions" -> bindingFailureConditions = in.texts();
          case "allowMultipleAllocations" -> allowMultipleAllocations = in.flag();
          case "nodeAllocatableResourceMappings" -> mappings = in.entries(DeviceFormat::mapping);
          default -> reach.read(field, in);
        }
      }
    }
    return new Device(
        name,
        attributes,
        capacity,
        consumesCounters,
        reach.reach(),
        taints,
        bindsToNode,
        bindingConditions,
        bindingFailureConditions,
        allowMultipleAllocations,
        mappings);
  }

  static Map<String, Object> write(Device device) {
    var fields =
        new FieldMap()
            .flag("allowMultipleAllocations", device.allowMultipleAllocations())
            .entries("attributes", device.attributes(), DeviceAttributeFormat::write)
            .texts("bindingConditions", device.bindingConditions())
            .texts("bindingFailureConditions", device.bindingFailureConditions())
            .flag("bindsToNode", device.bindsToNode())
            .entries("capacity", device.capacity(), DeviceCapacityFormat::write)
            .list(
                "consumesCounters",
                device.consumesCounters(),
                set -> CounterFormat.write("counterSet", set))
            .text("name", device.name())
            .entries(
                "nodeAllocatableResourceMappings",
                device.nodeAllocatableMappings(),
                DeviceFormat::write)
            .list("taints", device.taints(), TaintFormat::write);
    ReachFields.write(device.nodes(), fields);
    return fields.fields();
  }

  private static Device.NodeAllocatableMapping mapping(ObjectCursor in) {
    String capacityKey = null;
    Quantity allocationMultiplier = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "capacityKey" -> capacityKey = in.textOrNull();
          case "allocationMultiplier" -> allocationMultiplier = in.quantity();
          default -> in.skip();
        }
      }
    }
    return new Device.NodeAllocatableMapping(capacityKey, allocationMultiplier);
  }

  private static Map<String, Object> write(Device.NodeAllocatableMapping mapping) {
    return new FieldMap()
        .quantity("allocationMultiplier", mapping.allocationMultiplier())
        .present("capacityKey", mapping.capacityKey())
        .fields();
  }
}
