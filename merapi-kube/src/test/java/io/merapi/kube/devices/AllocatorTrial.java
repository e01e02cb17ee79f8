package io.merapi.kube.devices;

import static io.merapi.testkit.NodeBuilder.node;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.kube.cel.DeviceExpressions;
import io.merapi.testkit.DeviceClaimBuilder;
import io.merapi.testkit.SliceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Slices, classes and claims that hold devices; claims are then tried on nodes. */
final class AllocatorTrial {

  private final FeatureGates gates;
  private final List<ResourceSlice> slices = new ArrayList<>();
  private final Map<String, DeviceClass> classes = new HashMap<>();
  private final List<ResourceClaim> holders = new ArrayList<>();
  private boolean outOfTime;

  private AllocatorTrial(FeatureGates gates) {
    this.gates = gates;
    deviceClass("any");
  }

  /** With the class {@code any}, which takes every device. */
  static AllocatorTrial trial() {
    return new AllocatorTrial(FeatureGates.DEFAULTS);
  }

  static AllocatorTrial without(FeatureGate... gates) {
    var off = new HashMap<String, Boolean>();
    for (FeatureGate gate : gates) {
      off.put(gate.key(), false);
    }
    return new AllocatorTrial(FeatureGates.of(off).gates());
  }

  AllocatorTrial with(SliceBuilder... more) {
    for (SliceBuilder slice : more) {
      slices.add(slice.build());
    }
    return this;
  }

  AllocatorTrial deviceClass(String name, String... expressions) {
    List<DeviceSelector> selectors =
        List.of(expressions).stream().map(DeviceSelector::new).toList();
    return deviceClass(new DeviceClass(ObjectMeta.named("", name), selectors, null));
  }

  AllocatorTrial deviceClass(DeviceClass deviceClass) {
    classes.put(deviceClass.name(), deviceClass);
    return this;
  }

  AllocatorTrial held(DeviceClaimBuilder holder) {
    holders.add(holder.build());
    return this;
  }

  AllocatorTrial outOfTime() {
    outOfTime = true;
    return this;
  }

  /** The devices for claims on node {@code n}, as {@code request=pool/device}; null for none. */
  @Nullable List<String> allocate(DeviceClaimBuilder... claims) {
    return allocateOn(node("n").build(), claims);
  }

  @Nullable List<String> allocateOn(Node node, DeviceClaimBuilder... claims) {
    List<Allocation> allocations = allocations(node, claims);
    return allocations == null
        ? null
        : allocations.stream()
            .flatMap(allocation -> allocation.results().stream())
            .map(result -> result.request() + "=" + result.pool() + "/" + result.device())
            .toList();
  }

  /** The allocation of one claim that can be had. */
  Allocation allocation(DeviceClaimBuilder claim) {
    return Objects.requireNonNull(allocations(node("n").build(), claim), "too few devices")
        .getFirst();
  }

  @Nullable List<Allocation> allocations(Node node, DeviceClaimBuilder... claims) {
    DeviceFeatures features = DeviceFeatures.of(gates);
    AllocatedDevices allocated = AllocatedDevices.none(features);
    for (ResourceClaim holder : holders) {
      allocated = allocated.with(Objects.requireNonNull(holder.allocation()));
    }
    var allocator =
        new DeviceAllocator(
            features,
            DeviceInventory.empty(features).of(slices),
            allocated,
            classes::get,
            new DeviceExpressions(gates));
    List<ResourceClaim> wanting = List.of(claims).stream().map(DeviceClaimBuilder::build).toList();
    return allocator.allocate(node, wanting, () -> outOfTime);
  }
}
