package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.devices.ContainerRequest;
import io.merapi.batch.devices.DeviceSettings;
import io.merapi.batch.devices.hami.HamiSettings;
import io.merapi.batch.devices.vgpu.VgpuSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextDocumentTest {

  @Test
  void readsJsonAndYamlAlike() {
    assertThat(TextDocument.read("[{\"id\": \"0\", \"count\": 7, \"health\": true, \"x\": null}]"))
        .hasToString("[{id=0, count=7, health=true}]");
    assertThat(TextDocument.read("a: [1, 2.5, b]\nc: {d: ''}"))
        .hasToString("{a=[1, 2.5, b], c={d=}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[", "a: b: c", "null"})
  void whatCannotBeReadIsNothing(String text) {
    assertThat(TextDocument.read(text)).isNull();
  }

  @Test
  void theConfigurationOfDevicesIsReadAsItStandsWithoutDefaults() {
    DeviceSettings settings =
        settings(
            """
            nvidia:
              resourceCountName: gpus
              gpuMemoryFactor: 4
              defaultCores: 1
              knownMigGeometries:
              - models: [A100, 30]
                allowedGeometries:
                - group: g
                  geometries: [{name: 1g, memory: 10, count: 7}]
            vnpus:
            - commonWord: Ascend910B3
              chipName: 910B3
              resourceName: npu
              resourceMemoryName: npu-memory
              memoryAllocatable: 60
              memoryCapacity: 64
              templates: [{name: large, memory: 30}, {name: small, memory: 15}]
            """);
    assertThat(settings)
        .isEqualTo(
            new DeviceSettings(
                new VgpuSettings(
                    new ContainerRequest.Names("gpus", "", "", ""),
                    4,
                    List.of(
                        new VgpuSettings.MigModels(
                            List.of("A100", "30"),
                            List.of(
                                new VgpuSettings.MigGeometry(
                                    "g", List.of(new VgpuSettings.MigInstances("1g", 10, 7))))))),
                new HamiSettings(
                    false,
                    List.of(
                        new HamiSettings.Model(
                            "Ascend910B3",
                            "npu",
                            "npu-memory",
                            60,
                            64,
                            List.of(
                                new HamiSettings.Template("small", 15),
                                new HamiSettings.Template("large", 30)))))));
  }

  @Test
  void modelsOfNpusMayStandInAnObject() {
    assertThat(settings("vnpus: {hamiVnpuCore: true, configs: [{commonWord: A}]}").hami())
        .isEqualTo(
            new HamiSettings(true, List.of(new HamiSettings.Model("A", "", "", 0, 0, List.of()))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "nvidia: 3",
        "nvidia: {gpuMemoryFactor: much}",
        "vnpus: {configs: 3}",
        "vnpus: [3]",
        "vnpus: {hamiVnpuCore: 3}"
      })
  void aConfigurationOfDevicesThatCannotBeReadMeansTheDefaults(String text) {
    assertThat(settings(text)).isEqualTo(DeviceSettings.DEFAULTS);
  }

  private static DeviceSettings settings(String text) {
    return DeviceSettings.of(TextDocument.read(text));
  }
}
