package io.merapi.explain.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fixes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceScenariosTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hami-templates",
        "hami-software",
        "mindcluster",
        "mindcluster-fewer-cpus",
        "vgpu-mig",
        "vgpu-annotations"
      })
  void aSessionDoesWhatTheFileSays(String name) {
    Scenario scenario = Scenario.read(name);

    assertThat(scenario.outcome(Fixes.NONE, false)).isEqualTo(scenario.expect());
    assertThat(scenario.outcome(Fixes.NONE, true)).isEqualTo(scenario.expect());
  }
}
