package io.merapi.testkit;

import io.merapi.api.device.CounterSet;
import io.merapi.api.device.Device;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes slices of devices: one of a pool of its own name, unless a call says otherwise. */
public final class SliceBuilder {

  private final String name;
  private String driver = "gpu.example.com";
  private String pool;
  private long generation = 1;
  private long slices = 1;
  private Device.Reach reach = new Device.Reach(null, null, true);
  private @Nullable Boolean perDevice;
  private final List<Device> devices = new ArrayList<>();
  private final List<CounterSet> counters = new ArrayList<>();

  private SliceBuilder(String name) {
    this.name = name;
    this.pool = name;
  }

  /** A slice that all nodes reach. */
  public static SliceBuilder slice(String name) {
    return new SliceBuilder(name);
  }

  public SliceBuilder driver(String value) {
    driver = value;
    return this;
  }

  /** One of so many slices of a pool. */
  public SliceBuilder pool(String value, long ofSlices) {
    pool = value;
    slices = ofSlices;
    return this;
  }

  public SliceBuilder generation(long value) {
    generation = value;
    return this;
  }

  public SliceBuilder on(String nodeName) {
    reach = new Device.Reach(nodeName, null, false);
    return this;
  }

  public SliceBuilder onNodes(String labelKey, String labelValue) {
    var requirement = new SelectorRequirement(labelKey, "In", List.of(labelValue));
    var term = new NodeSelectorTerm(List.of(requirement), List.of());
    reach = new Device.Reach(null, new NodeSelector(List.of(term)), false);
    return this;
  }

  /** Leaves it to each device where it can be used. */
  public SliceBuilder perDevice() {
    reach = Device.Reach.UNSTATED;
    perDevice = true;
    return this;
  }

  public SliceBuilder with(DeviceBuilder... more) {
    for (DeviceBuilder device : more) {
      devices.add(device.build());
    }
    return this;
  }

  public SliceBuilder counter(String counterSet, String counter, String quantity) {
    counters.add(
        new CounterSet(counterSet, new ResourceList(Map.of(counter, Quantity.parse(quantity)))));
    return this;
  }

  public ResourceSlice build() {
    return new ResourceSlice(
        ObjectMeta.named("", name),
        driver,
        new ResourceSlice.Pool(pool, generation, slices),
        reach,
        perDevice,
        devices,
        counters);
  }
}
