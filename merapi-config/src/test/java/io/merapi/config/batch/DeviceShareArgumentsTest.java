package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceShareArgumentsTest {

  @Test
  void nothingGivenMeansTheDefaults() {
    assertThat(args(Readings.plugin("deviceshare"))).isEqualTo(DeviceShareArgs.DEFAULTS);
    assertThat(DeviceShareArgs.DEFAULTS)
        .isEqualTo(
            new DeviceShareArgs(
                false,
                false,
                false,
                false,
                false,
                false,
                "",
                0,
                "volcano-vgpu-device-config",
                "kube-system",
                List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "GPUSharingEnable, gpuSharing",
    "GPUNumberEnable, gpuNumber",
    "NodeLockEnable, nodeLock",
    "VGPUEnable, vgpu",
    "AscendMindClusterVNPUEnable, ascendMindClusterVnpu",
    "AscendHAMiVNPUEnable, ascendHamiVnpu"
  })
  void everySwitchTurnsItsPartOn(String key, String part) {
    String argument = "deviceshare." + key;
    BatchReading reading = Readings.plugin("deviceshare", argument + ": true");
    assertThat(reading.problems()).isEmpty();
    assertThat(args(reading))
        .hasToString(DeviceShareArgs.DEFAULTS.toString().replace(part + "=false", part + "=true"));

    BatchReading bad = Readings.plugin("deviceshare", argument + ": many");
    assertThat(args(bad)).isEqualTo(DeviceShareArgs.DEFAULTS);
    assertThat(Readings.summary(bad))
        .singleElement()
        .asString()
        .startsWith("FALLBACK")
        .endsWith("arguments." + argument);
  }

  @Test
  void everythingElseIsRead() {
    BatchReading reading =
        Readings.plugin(
            "deviceshare",
            "deviceshare.SchedulePolicy: spread",
            "deviceshare.ScheduleWeight: 5",
            "deviceshare.KnownGeometriesCMName: cards",
            "deviceshare.KnownGeometriesCMNamespace: gpus",
            "deviceshare.GPUExclusiveRules: [{team: a, tier: x}, {team: b}]");
    assertThat(reading.problems()).isEmpty();
    assertThat(args(reading))
        .isEqualTo(
            new DeviceShareArgs(
                false,
                false,
                false,
                false,
                false,
                false,
                "spread",
                5,
                "cards",
                "gpus",
                List.of(Map.of("team", "a", "tier", "x"), Map.of("team", "b"))));
  }

  @ParameterizedTest
  @CsvSource({
    "SchedulePolicy, 3",
    "ScheduleWeight, heavy",
    "KnownGeometriesCMName, 3",
    "KnownGeometriesCMNamespace, true",
    "GPUExclusiveRules, some"
  })
  void whatCannotBeReadIsNamedAndTheDefaultHolds(String key, String value) {
    BatchReading reading =
        Readings.plugin("deviceshare", "deviceshare.%s: %s".formatted(key, value));
    assertThat(args(reading)).isEqualTo(DeviceShareArgs.DEFAULTS);
    assertThat(Readings.summary(reading))
        .singleElement()
        .asString()
        .startsWith("FALLBACK")
        .contains("arguments.deviceshare." + key);
  }

  @Test
  void aPolicyThatIsNoneAndAWeightBelowZeroAreNamedAndKept() {
    BatchReading reading =
        Readings.plugin(
            "deviceshare", "deviceshare.SchedulePolicy: pack", "deviceshare.ScheduleWeight: -1");
    assertThat(args(reading).schedulePolicy()).isEqualTo("pack");
    assertThat(args(reading).scheduleWeight()).isEqualTo(-1);
    assertThat(Readings.summary(reading)).hasSize(2);
  }

  @Test
  void labelsOfRulesTellPodsApart() {
    BatchReading reading =
        Readings.plugin(
            "deviceshare", "deviceshare.GPUExclusiveRules: [{team: a, tier: x}, {team: b}]");
    assertThat(Readings.accepted(reading).podClassReads().labelKeys()).contains("team", "tier");
  }

  private static DeviceShareArgs args(BatchReading reading) {
    return Readings.only(reading).arguments(DeviceShareArgs.class);
  }
}
