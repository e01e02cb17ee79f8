package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.Service;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code v1 Service}. */
final class ServiceFormat {

  private ServiceFormat() {}

  /** Reads the fields of a service; the cursor stands inside the object, before its first field. */
  static Service read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    Labels selector = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> selector = selector(in);
        default -> in.skip();
      }
    }
    return new Service(meta, selector);
  }

  static Map<String, Object> write(Service service) {
    Labels selector = service.selector();
    return new FieldMap()
        .map("metadata", MetaFormat.write(service.meta()))
        .map(
            "spec",
            new FieldMap().present("selector", selector == null ? null : selector.toMap()).fields())
        .fields();
  }

  private static @Nullable Labels selector(ObjectCursor in) {
    Labels selector = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "selector" -> selector = in.isNull() ? null : in.labels();
          default -> in.skip();
        }
      }
    }
    return selector;
  }
}
