package io.merapi.config.objects;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.CounterSet;
import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceAttribute;
import io.merapi.api.device.DeviceCapacity;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceConfiguration;
import io.merapi.api.device.DeviceConstraint;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.DeviceToleration;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeviceFormatsTest {

  @Test
  void readsADeviceClass() {
    var deviceClass = sample(ObjectKind.DEVICE_CLASS, DeviceClass.class);

    assertThat(deviceClass)
        .isEqualTo(
            new DeviceClass(
                deviceClass.meta(),
                List.of(new DeviceSelector("device.driver == \"gpu.example.com\"")),
                "example.com/gpu"));
  }

  @Test
  void keepsWhatOnlyDriversUnderstandAsItIs() {
    String told =
        """
        {"driver":"gpu.example.com","parameters":{"kind":"GpuConfig","share":0.5,"pin":null,"cores":[1,2]}}\
        """;
    var deviceClass =
        (DeviceClass)
            KindFormats.read(
                ObjectKind.DEVICE_CLASS, "{\"spec\":{\"config\":[{\"opaque\":" + told + "}]}}");
    var claim =
        (ResourceClaim)
            KindFormats.read(
                ObjectKind.RESOURCE_CLAIM,
                """
                {"spec":{"devices":{"config":[{"requests":["big"],"opaque":%s}]}},
                 "status":{"allocation":{"devices":{"config":[{"source":"FromClaim","opaque":%s}]}}}}\
                """
                    .formatted(told, told));

    String parameters = "{\"kind\":\"GpuConfig\",\"share\":0.5,\"pin\":null,\"cores\":[1,2]}";
    var toAll = new DeviceConfiguration(List.of(), "gpu.example.com", parameters);
    assertThat(deviceClass.configurations()).containsExactly(toAll);
    assertThat(claim.configurations()).containsExactly(toAll.withRequests(List.of("big")));
    assertThat(requireNonNull(claim.allocation()).configurations())
        .containsExactly(new Allocation.Configuration("FromClaim", toAll));
    assertThat(KindFormats.read(ObjectKind.DEVICE_CLASS, KindFormats.write(deviceClass)))
        .isEqualTo(deviceClass);
    assertThat(KindFormats.read(ObjectKind.RESOURCE_CLAIM, KindFormats.write(claim)))
        .isEqualTo(claim);
  }

  @Test
  void aSelectorWithoutExpressionDiffersFromAnEmptyExpression() {
    var deviceClass =
        (DeviceClass)
            KindFormats.read(
                ObjectKind.DEVICE_CLASS, "{\"spec\":{\"selectors\":[{},{\"cel\":{}},null]}}");

    assertThat(deviceClass.selectors())
        .containsExactly(
            new DeviceSelector(null), new DeviceSelector(""), new DeviceSelector(null));
    assertThat(KindFormats.read(ObjectKind.DEVICE_CLASS, KindFormats.write(deviceClass)))
        .isEqualTo(deviceClass);
  }

  @Test
  void readsTheRequestsOfAClaim() {
    var claim = sample(ObjectKind.RESOURCE_CLAIM, ResourceClaim.class);

    assertThat(claim.requests())
        .containsExactly(
            new DeviceRequest(
                "big",
                new DeviceRequest.Exactly(
                    new DeviceRequest.Demand(
                        "gpu",
                        List.of(
                            new DeviceSelector("device.attributes[\"gpu.example.com\"].healthy")),
                        "ExactCount",
                        2,
                        List.of(
                            new DeviceToleration("slow", "Equal", "yes", "NoExecute", 60L),
                            new DeviceToleration("", "Exists", "", "", null)),
                        memory("4")),
                    false),
                List.of()),
            new DeviceRequest(
                "any",
                null,
                List.of(
                    new DeviceRequest.Alternative(
                        "large",
                        new DeviceRequest.Demand(
                            "gpu",
                            List.of(new DeviceSelector("true")),
                            "All",
                            0,
                            List.of(new DeviceToleration("slow", "Exists", "", "", null)),
                            memory("8"))),
                    new DeviceRequest.Alternative(
                        "small",
                        new DeviceRequest.Demand(
                            "gpu-small",
                            List.of(),
                            "ExactCount",
                            1,
                            List.of(),
                            ResourceList.EMPTY)))));
    assertThat(claim.constraints())
        .containsExactly(
            new DeviceConstraint(List.of("big", "any"), "gpu.example.com/numa", null),
            new DeviceConstraint(List.of(), null, "gpu.example.com/index"));
  }

  @Test
  void readsWhatAClaimWasGiven() {
    var claim = sample(ObjectKind.RESOURCE_CLAIM, ResourceClaim.class);

    assertThat(claim.allocation())
        .isEqualTo(
            new Allocation(
                List.of(
                    new Allocation.Result(
                        "any/large",
                        "gpu.example.com",
                        "node-1",
                        "d0",
                        true,
                        List.of(new DeviceToleration("slow", "", "", "NoSchedule", null)),
                        List.of("Attached"),
                        List.of("AttachFailed"),
                        "s-1",
                        memory("4"))),
                new NodeSelector(
                    List.of(
                        new NodeSelectorTerm(
                            List.of(),
                            List.of(
                                new SelectorRequirement(
                                    "metadata.name", "In", List.of("node-1")))))),
                Instant.parse("2030-01-01T00:00:00Z")));
    assertThat(claim.reservedFor())
        .containsExactly(new ResourceClaim.Consumer("example.com", "pods", "p", "u-4"));
    assertThat(claim.devices())
        .containsExactly(
            new ResourceClaim.DeviceStatus(
                "gpu.example.com",
                "node-1",
                "d0",
                "s-1",
                List.of(
                    new ResourceClaim.Condition(
                        "AttachFailed", "True", "NoCable", "cable missing"))));
  }

  @Test
  void anEmptyAllocationIsNotTheAbsenceOfOne() {
    var allocated = claim("{\"status\":{\"allocation\":{}}}");

    assertThat(allocated.allocation()).isEqualTo(new Allocation(List.of(), null, null));
    assertThat(claim(KindFormats.write(allocated))).isEqualTo(allocated);
    assertThat(claim("{\"status\":{}}").allocation()).isNull();
  }

  @Test
  void readsASlice() {
    var slice = sample(ObjectKind.RESOURCE_SLICE, ResourceSlice.class);

    assertThat(slice.driver()).isEqualTo("gpu.example.com");
    assertThat(slice.pool()).isEqualTo(new ResourceSlice.Pool("node-1", 3, 2));
    assertThat(slice.nodes())
        .isEqualTo(
            new Device.Reach(
                "node-1", nodes(new SelectorRequirement("rack", "In", List.of("r1"))), true));
    assertThat(slice.perDeviceNodeSelection()).isFalse();
    assertThat(slice.sharedCounters()).containsExactly(new CounterSet("card", memory("16")));
  }

  @Test
  void readsADevice() {
    Device device = sample(ObjectKind.RESOURCE_SLICE, ResourceSlice.class).devices().getFirst();

    assertThat(device)
        .isEqualTo(
            new Device(
                "d0",
                device.attributes(),
                device.capacity(),
                List.of(new CounterSet("card", memory("16"))),
                new Device.Reach(
                    "node-1", nodes(new SelectorRequirement("rack", "Exists", List.of())), true),
                List.of(new Device.Taint("broken", "yes", "NoSchedule")),
                true,
                List.of("Attached"),
                List.of("AttachFailed"),
                true,
                Map.of(
                    "cpu",
                    new Device.NodeAllocatableMapping("cores", Quantity.parse("2")),
                    "memory",
                    new Device.NodeAllocatableMapping(null, Quantity.parse("3")))));
  }

  @Test
  void readsAttributesByType() {
    Device device = sample(ObjectKind.RESOURCE_SLICE, ResourceSlice.class).devices().getFirst();

    assertThat(device.attributes())
        .containsExactly(
            Map.entry("driverVersion", new DeviceAttribute.VersionValue("1.2.3")),
            Map.entry("gpu.example.com/healthy", new DeviceAttribute.BoolValue(false)),
            Map.entry("index", new DeviceAttribute.IntValue(0)),
            Map.entry("links", new DeviceAttribute.IntValues(List.of(1L, 2L))),
            Map.entry("model", new DeviceAttribute.StringValue("")),
            Map.entry("modes", new DeviceAttribute.StringValues(List.of("a", "b"))),
            Map.entry("ports", new DeviceAttribute.BoolValues(List.of(true, false))),
            Map.entry("versions", new DeviceAttribute.VersionValues(List.of("1.0.0"))));
  }

  @Test
  void anAttributeOfNoKnownTypeIsKeptAsUnset() {
    var slice =
        (ResourceSlice)
            KindFormats.read(
                ObjectKind.RESOURCE_SLICE,
                """
                {"spec":{"devices":[{"attributes":{
                  "a":{},"b":{"quantum":1},"c":{"ints":[]},"d":{"int":null},"e":null}}]}}
                """);

    assertThat(slice.devices().getFirst().attributes().values())
        .hasSize(5)
        .containsOnly(new DeviceAttribute.Unset());
    assertThat(KindFormats.read(ObjectKind.RESOURCE_SLICE, KindFormats.write(slice)))
        .isEqualTo(slice);
  }

  @Test
  void readsCapacityWithItsRequestPolicy() {
    Device device = sample(ObjectKind.RESOURCE_SLICE, ResourceSlice.class).devices().getFirst();

    assertThat(device.capacity())
        .containsExactly(
            Map.entry("cores", new DeviceCapacity(Quantity.parse("7"), null)),
            Map.entry(
                "memory",
                new DeviceCapacity(
                    Quantity.parse("16"),
                    new DeviceCapacity.RequestPolicy(
                        Quantity.parse("1"),
                        List.of(),
                        new DeviceCapacity.Range(
                            Quantity.parse("1"), Quantity.parse("8"), Quantity.parse("2"))))),
            Map.entry(
                "slots",
                new DeviceCapacity(
                    Quantity.parse("4"),
                    new DeviceCapacity.RequestPolicy(
                        null,
                        List.of(Quantity.parse("1"), Quantity.parse("2"), Quantity.parse("4")),
                        null))));
  }

  @Test
  void aSliceThatDeniesPerDeviceSelectionDiffersFromOneThatDoesNotMentionIt() {
    assertThat(
            KindFormats.read(
                ObjectKind.RESOURCE_SLICE, "{\"spec\":{\"perDeviceNodeSelection\":false}}"))
        .isNotEqualTo(KindFormats.read(ObjectKind.RESOURCE_SLICE, "{\"spec\":{}}"));
  }

  private static ResourceClaim claim(String json) {
    return (ResourceClaim) KindFormats.read(ObjectKind.RESOURCE_CLAIM, json);
  }

  private static <T> T sample(ObjectKind kind, Class<T> type) {
    return type.cast(KindFormats.read(kind, KindSamples.json(kind)));
  }

  private static ResourceList memory(String amount) {
    return new ResourceList(Map.of("memory", Quantity.parse(amount)));
  }

  private static NodeSelector nodes(SelectorRequirement requirement) {
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(requirement), List.of())));
  }
}
