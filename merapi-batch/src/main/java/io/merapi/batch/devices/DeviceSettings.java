package io.merapi.batch.devices;

import io.merapi.batch.devices.hami.HamiSettings;
import io.merapi.batch.devices.vgpu.VgpuSettings;
import org.jspecify.annotations.Nullable;

/** The configuration of devices: {@code device-config.yaml} of a ConfigMap. */
public record DeviceSettings(VgpuSettings vgpu, HamiSettings hami) {

  /** The key of the ConfigMap under which it stands. */
  public static final String FILE = "device-config.yaml";

  /** What holds where there is no such ConfigMap. */
  public static final DeviceSettings DEFAULTS =
      new DeviceSettings(VgpuSettings.DEFAULTS, HamiSettings.DEFAULTS);

  /**
   * What a document says; what it leaves out is empty, and not as by default.
   *
   * @return the defaults where it cannot be read
   */
  public static DeviceSettings of(@Nullable Object document) {
    if (document == null) {
      return DEFAULTS;
    }
    try {
      DocumentFields fields = DocumentFields.of(document);
      return new DeviceSettings(
          VgpuSettings.of(fields.object("nvidia")), HamiSettings.of(fields.value("vnpus")));
    } catch (IllegalArgumentException _) {
      return DEFAULTS;
    }
  }
}
