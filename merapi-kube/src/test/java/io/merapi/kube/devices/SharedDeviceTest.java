package io.merapi.kube.devices;

import static io.merapi.kube.devices.AllocatorTrial.trial;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceCapacity.Range;
import io.merapi.api.device.DeviceCapacity.RequestPolicy;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Devices of which several claims have a share. */
class SharedDeviceTest {

  private static final RequestPolicy GIBIBYTES =
      new RequestPolicy(q("1Gi"), List.of(), new Range(q("1Gi"), q("4Gi"), q("1Gi")));
  private static final RequestPolicy TWO_OR_FOUR =
      new RequestPolicy(q("2Gi"), List.of(q("2Gi"), q("4Gi")), null);

  @Test
  void claimsShareADeviceUntilItsCapacityIsUsedUp() {
    AllocatorTrial trial =
        trial()
            .with(slice("p").with(device("d").shared().capacity("memory", "8Gi")))
            .held(deviceClaim("other").holding(share("2Gi")));

    assertThat(
            trial.allocate(
                deviceClaim("one").request("r", devices(1).share("memory", "3Gi")),
                deviceClaim("two").request("r", devices(1).share("memory", "3Gi"))))
        .containsExactly("r=p/d", "r=p/d");
    assertThat(
            trial.allocate(
                deviceClaim("one").request("r", devices(1).share("memory", "3Gi")),
                deviceClaim("two").request("r", devices(1).share("memory", "4Gi"))))
        .isNull();
  }

  @Test
  void eachShareHasANameAndSaysWhatItTakes() {
    Allocation allocation =
        trial()
            .with(slice("p").with(device("d").shared().capacity("memory", "8Gi")))
            .allocation(
                deviceClaim("c")
                    .request("r", devices(1).share("memory", "1Gi"))
                    .request("s", devices(1).share("memory", "2Gi")));

    assertThat(allocation.results())
        .extracting(result -> result.consumedCapacity().amounts())
        .containsExactly(Map.of("memory", q("1Gi")), Map.of("memory", q("2Gi")));
    assertThat(allocation.results()).extracting(Allocation.Result::shareId).doesNotHaveDuplicates();
    assertThat(allocation.results().getFirst().shareId()).isNotBlank();
  }

  @Test
  void whoAsksForNoShareTakesTheWholeDevice() {
    assertThat(
            trial()
                .with(slice("p").with(device("d").shared().capacity("memory", "8Gi")))
                .allocate(
                    deviceClaim("one").request("r", devices(1)),
                    deviceClaim("two").request("r", devices(1).share("memory", "1Gi"))))
        .isNull();
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource({"500Mi, 1Gi", "1Gi, 1Gi", "1500Mi, 2Gi", "4Gi, 4Gi", ", 1Gi"})
  void roundsARequestUpToAStep(@Nullable String requested, String taken) {
    assertThat(taken(GIBIBYTES, requested)).isEqualTo(q(taken));
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource({"1Gi, 2Gi", "2Gi, 2Gi", "3Gi, 4Gi", ", 2Gi"})
  void roundsARequestUpToAValueThatIsGivenOut(@Nullable String requested, String taken) {
    assertThat(taken(TWO_OR_FOUR, requested)).isEqualTo(q(taken));
  }

  @Test
  void refusesMoreThanIsGivenOutAtOnce() {
    for (RequestPolicy policy : List.of(GIBIBYTES, TWO_OR_FOUR)) {
      assertThat(
              trial()
                  .with(slice("p").with(device("d").shared().capacity("memory", "8Gi", policy)))
                  .allocate(deviceClaim("c").request("r", devices(1).share("memory", "5Gi"))))
          .isNull();
    }
  }

  @Test
  void aDeviceWithoutTheCapacityThatIsAskedForDoesNotDo() {
    assertThat(
            trial()
                .with(slice("p").with(device("d").capacity("memory", "8Gi")))
                .allocate(deviceClaim("c").request("r", devices(1).share("cores", "1"))))
        .isNull();
    assertThat(
            trial()
                .with(
                    slice("p")
                        .with(
                            device("small").capacity("memory", "1Gi"),
                            device("large").capacity("memory", "8Gi")))
                .allocate(deviceClaim("c").request("r", devices(1).share("memory", "2Gi"))))
        .as("also where it is not shared")
        .containsExactly("r=p/large");
  }

  @Test
  void withoutTheGateSharesAreWholeDevices() {
    AllocatorTrial trial =
        AllocatorTrial.without(FeatureGate.DRA_CONSUMABLE_CAPACITY)
            .with(slice("p").with(device("d").shared().capacity("memory", "8Gi")))
            .held(deviceClaim("other").holding(share("2Gi")));

    assertThat(trial.allocate(deviceClaim("c").request("r", devices(1)))).isNull();
    assertThatThrownBy(
            () -> trial.allocate(deviceClaim("c").request("r", devices(1).share("memory", "1Gi"))))
        .hasMessage(
            "claim default/c, request r: has capacity requests, but the DRAConsumableCapacity"
                + " feature is disabled");
  }

  private static Quantity taken(RequestPolicy policy, @Nullable String requested) {
    var demand = devices(1);
    if (requested != null) {
      demand.share("memory", requested);
    }
    Allocation allocation =
        trial()
            .with(slice("p").with(device("d").shared().capacity("memory", "8Gi", policy)))
            .allocation(deviceClaim("c").request("r", demand));
    return allocation.results().getFirst().consumedCapacity().amount(0);
  }

  private static Allocation.Result share(String memory) {
    return new Allocation.Result(
        "r",
        "gpu.example.com",
        "p",
        "d",
        false,
        List.of(),
        List.of(),
        List.of(),
        "share",
        new ResourceList(Map.of("memory", q(memory))));
  }

  private static Quantity q(String text) {
    return Quantity.parse(text);
  }
}
