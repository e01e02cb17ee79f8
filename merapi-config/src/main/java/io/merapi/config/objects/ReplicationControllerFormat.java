package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.ReplicationController;
import java.util.Map;

/** {@code v1 ReplicationController}. */
final class ReplicationControllerFormat {

  private ReplicationControllerFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static ReplicationController read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    Labels selector = Labels.EMPTY;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> selector = selector(in);
        default -> in.skip();
      }
    }
    return new ReplicationController(meta, selector);
  }

  static Map<String, Object> write(ReplicationController controller) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(controller.meta()))
        .map("spec", new FieldMap().labels("selector", controller.selector()).fields())
        .fields();
  }

  private static Labels selector(ObjectCursor in) {
    Labels selector = Labels.EMPTY;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "selector" -> selector = in.labels();
          default -> in.skip();
        }
      }
    }
    return selector;
  }
}
