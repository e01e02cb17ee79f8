package io.merapi.config.objects;

import io.merapi.api.device.CounterSet;
import io.merapi.api.device.Device;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code resource.k8s.io/v1 ResourceSlice}. */
final class ResourceSliceFormat {

  private static final ResourceSlice.Pool NO_POOL = new ResourceSlice.Pool("", 0, 0);

  private ResourceSliceFormat() {}

  /** Reads the fields of a slice; the cursor stands inside the object, before its first field. */
  static ResourceSlice read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new ResourceSlice(
        meta,
        spec.driver,
        spec.pool,
        spec.reach.reach(),
        spec.perDeviceNodeSelection,
        spec.devices,
        spec.sharedCounters);
  }

  static Map<String, Object> write(ResourceSlice slice) {
    var spec =
        new FieldMap()
            .list("devices", slice.devices(), DeviceFormat::write)
            .text("driver", slice.driver())
            .present("perDeviceNodeSelection", slice.perDeviceNodeSelection())
            .map("pool", write(slice.pool()))
            .list(
                "sharedCounters", slice.sharedCounters(), set -> CounterFormat.write("name", set));
    ReachFields.write(slice.nodes(), spec);
    return new FieldMap()
        .map("metadata", MetaFormat.write(slice.meta()))
        .map("spec", spec.fields())
        .fields();
  }

  private static final class Spec {
    private String driver = "";
    private ResourceSlice.Pool pool = NO_POOL;
    private final ReachFields reach = new ReachFields();
    private @Nullable Boolean perDeviceNodeSelection;
    private List<Device> devices = List.of();
    private List<CounterSet> sharedCounters = List.of();

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "driver" -> driver = in.text();
          case "pool" -> pool = pool(in);
          case "perDeviceNodeSelection" -> perDeviceNodeSelection = in.flagOrNull();
          case "devices" -> devices = in.list(DeviceFormat::read);
          case "sharedCounters" ->
              sharedCounters = in.list(item -> CounterFormat.read("name", item));
          default -> reach.read(field, in);
        }
      }
    }
  }

  private static ResourceSlice.Pool pool(ObjectCursor in) {
    String name = "";
    long generation = 0;
    long resourceSliceCount = 0;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "name" -> name = in.text();
          case "generation" -> generation = in.int64();
          case "resourceSliceCount" -> resourceSliceCount = in.int64();
          default -> in.skip();
        }
      }
    }
    return new ResourceSlice.Pool(name, generation, resourceSliceCount);
  }

  private static Map<String, Object> write(ResourceSlice.Pool pool) {
    return new FieldMap()
        .number("generation", pool.generation())
        .text("name", pool.name())
        .number("resourceSliceCount", pool.resourceSliceCount())
        .fields();
  }
}
