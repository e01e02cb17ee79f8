package io.merapi.kube.devices;

import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.Allocation;
import io.merapi.api.feature.FeatureGates;
import org.junit.jupiter.api.Test;

class AllocatedDevicesTest {

  private static final DeviceId DEVICE = new DeviceId("driver.example.com", "pool", "d");

  private final AllocatedDevices none =
      AllocatedDevices.none(DeviceFeatures.of(FeatureGates.DEFAULTS));

  @Test
  void aDeviceIsTakenUntilTheLastClaimThatHoldsItIsGone() {
    Allocation held = held();
    DeviceId device = DeviceId.of(held.results().getFirst());
    AllocatedDevices twice = none.with(held).with(held);
    assertThat(twice.isTaken(device)).isTrue();
    assertThat(twice.without(held).isTaken(device)).isTrue();
    assertThat(twice.without(held).without(held).isTaken(device)).isFalse();
  }

  @Test
  void whatIsMadeOfItLeavesItAsItWas() {
    AllocatedDevices _ = none.with(held());
    assertThat(none.isTaken(DEVICE)).isFalse();
    assertThat(none.with(null).isTaken(DEVICE)).isFalse();
  }

  private static Allocation held() {
    return requireNonNull(deviceClaim("c").holding("pool", "d").build().allocation());
  }
}
