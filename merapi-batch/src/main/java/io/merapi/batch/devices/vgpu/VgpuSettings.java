package io.merapi.batch.devices.vgpu;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.batch.devices.ContainerRequest;
import io.merapi.batch.devices.DocumentFields;
import java.util.List;

/**
 * What the configuration of devices says of virtual GPUs; the part {@code nvidia} of {@code
 * device-config.yaml}.
 *
 * @param names the resources by which containers ask
 * @param memoryFactor how much memory one unit of the resource is, for cards that cut themselves; 0
 *     and 1 are the same
 * @param migModels how cards that cut themselves can be cut
 */
public record VgpuSettings(
    ContainerRequest.Names names, long memoryFactor, List<MigModels> migModels) {

  /**
   * Without a configuration, memory cannot be asked for as a percentage, and no card cuts itself.
   */
  public static final VgpuSettings DEFAULTS =
      new VgpuSettings(
          new ContainerRequest.Names(
              DeviceKeys.VGPU_NUMBER, DeviceKeys.VGPU_MEMORY, "", DeviceKeys.VGPU_CORES),
          0,
          List.of());

  public VgpuSettings {
    migModels = List.copyOf(migModels);
  }

  /** What the part {@code nvidia} says. */
  public static VgpuSettings of(DocumentFields nvidia) {
    return new VgpuSettings(
        new ContainerRequest.Names(
            nvidia.text("resourceCountName"),
            nvidia.text("resourceMemoryName"),
            nvidia.text("resourceMemoryPercentageName"),
            nvidia.text("resourceCoreName")),
        nvidia.whole("gpuMemoryFactor"),
        nvidia.objects("knownMigGeometries").stream().map(MigModels::of).toList());
  }

  /** The ways in which cards of a type can be cut; none where it is not known. */
  List<MigGeometry> geometries(String type) {
    return migModels.stream()
        .filter(known -> known.models.stream().anyMatch(type::contains))
        .findFirst()
        .map(MigModels::geometries)
        .orElse(List.of());
  }

  /** Whether cards of a type can cut themselves. */
  boolean knows(String type) {
    return migModels.stream().anyMatch(known -> known.models.stream().anyMatch(type::contains));
  }

  /** The ways in which some models of cards can be cut; the first that is used stays. */
  public record MigModels(List<String> models, List<MigGeometry> geometries) {

    public MigModels {
      models = List.copyOf(models);
      geometries = List.copyOf(geometries);
    }

    private static MigModels of(DocumentFields fields) {
      return new MigModels(
          fields.texts("models"),
          fields.objects("allowedGeometries").stream().map(MigGeometry::of).toList());
    }
  }

  /** One way to cut a card. */
  public record MigGeometry(String group, List<MigInstances> instances) {

    public MigGeometry {
      instances = List.copyOf(instances);
    }

    private static MigGeometry of(DocumentFields fields) {
      return new MigGeometry(
          fields.text("group"),
          fields.objects("geometries").stream()
              .map(size ->
                  new MigInstances(
                      size.text("name"), size.whole("memory"), (int) size.whole("count")))
              .toList());
    }
  }

  /**
   * Parts of one size.
   *
   * @param name such as {@code 1g.10gb}
   * @param count how many a card has of them
   */
  public record MigInstances(String name, long memory, int count) {}
}
