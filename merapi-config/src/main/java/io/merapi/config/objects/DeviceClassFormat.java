package io.merapi.config.objects;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceConfiguration;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code resource.k8s.io/v1 DeviceClass}. */
final class DeviceClassFormat {

  private DeviceClassFormat() {}

  /** Reads the fields of a class; the cursor stands inside the object, before its first field. */
  static DeviceClass read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new DeviceClass(meta, spec.selectors, spec.configurations, spec.extendedResourceName);
  }

  static Map<String, Object> write(DeviceClass deviceClass) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(deviceClass.meta()))
        .map(
            "spec",
            new FieldMap()
                .list("config", deviceClass.configurations(), DeviceConfigurationFormat::write)
                .present("extendedResourceName", deviceClass.extendedResourceName())
                .list("selectors", deviceClass.selectors(), DeviceRequestFormat::write)
                .fields())
        .fields();
  }

  private static final class Spec {
    private List<DeviceSelector> selectors = List.of();
    private List<DeviceConfiguration> configurations = List.of();
    private @Nullable String extendedResourceName;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "selectors" -> selectors = in.list(DeviceRequestFormat::selector);
          case "config" -> configurations = in.list(DeviceConfigurationFormat::read);
          case "extendedResourceName" -> extendedResourceName = in.textOrNull();
          default -> in.skip();
        }
      }
    }
  }
}
