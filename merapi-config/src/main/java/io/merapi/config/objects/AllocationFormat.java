package io.merapi.config.objects;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceToleration;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The devices that a claim was given, in its status. */
final class AllocationFormat {

  private AllocationFormat() {}

  /** An allocation; null where the claim has none. */
  static @Nullable Allocation read(ObjectCursor in) {
    if (!in.enterObject()) {
      return null;
    }
    var devices = new Devices();
    NodeSelector nodeSelector = null;
    Instant allocationTimestamp = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "devices" -> devices.read(in);
        case "nodeSelector" -> nodeSelector = SelectorFormat.readNodeSelector(in);
        case "allocationTimestamp" -> allocationTimestamp = in.time();
        default -> in.skip();
      }
    }
    return new Allocation(
        devices.results, devices.configurations, nodeSelector, allocationTimestamp);
  }

  /** The allocation as a tree, to be written with {@link FieldMap#present}: it may be empty. */
  static @Nullable Map<String, Object> write(@Nullable Allocation allocation) {
    if (allocation == null) {
      return null;
    }
    return new FieldMap()
        .time("allocationTimestamp", allocation.allocationTimestamp())
        .map(
            "devices",
            new FieldMap()
                .list("config", allocation.configurations(), DeviceConfigurationFormat::write)
                .list("results", allocation.results(), AllocationFormat::write)
                .fields())
        .present("nodeSelector", SelectorFormat.write(allocation.nodeSelector()))
        .fields();
  }

  private static final class Devices {
    private List<Allocation.Result> results = List.of();
    private List<Allocation.Configuration> configurations = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "results" -> results = in.list(AllocationFormat::result);
          case "config" -> configurations = in.list(DeviceConfigurationFormat::readWithSource);
          default -> in.skip();
        }
      }
    }
  }

  private static Allocation.Result result(ObjectCursor in) {
    String request = "";
    String driver = "";
    String pool = "";
    String device = "";
    boolean adminAccess = false;
    List<DeviceToleration> tolerations = List.of();
    List<String> bindingConditions = List.of();
    List<String> bindingFailureConditions = List.of();
    String shareId = null;
    ResourceList consumedCapacity = ResourceList.EMPTY;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "request" -> request = in.text();
          case "driver" -> driver = in.text();
          case "pool" -> pool = in.text();
          case "device" -> device = in.text();
          case "adminAccess" -> adminAccess = in.flag();
          case "tolerations" -> tolerations = in.list(DeviceRequestFormat::toleration);
          case "bindingConditions" -> bindingConditions = in.texts();
          case "bindingFailureConditions" -> bindingFailureConditions = in.texts();
          case "shareID" -> shareId = in.textOrNull();
          case "consumedCapacity" -> consumedCapacity = in.resources();
          default -> in.skip();
        }
      }
    }
    return new Allocation.Result(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        shareId,
        consumedCapacity);
  }

  private static Map<String, Object> write(Allocation.Result result) {
    return new FieldMap()
        .flag("adminAccess", result.adminAccess())
        .texts("bindingConditions", result.bindingConditions())
        .texts("bindingFailureConditions", result.bindingFailureConditions())
        .resources("consumedCapacity", result.consumedCapacity())
        .text("device", result.device())
        .text("driver", result.driver())
        .text("pool", result.pool())
        .text("request", result.request())
        .present("shareID", result.shareId())
        .list("tolerations", result.tolerations(), DeviceRequestFormat::write)
        .fields();
  }
}
