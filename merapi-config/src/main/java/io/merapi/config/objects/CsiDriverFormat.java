package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.storage.CsiDriver;
import java.util.Map;

/** {@code storage.k8s.io/v1 CSIDriver}. */
final class CsiDriverFormat {

  private CsiDriverFormat() {}

  /** Reads the fields of a driver; the cursor stands inside the object, before its first field. */
  static CsiDriver read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Spec();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        default -> in.skip();
      }
    }
    return new CsiDriver(meta, spec.storageCapacity, spec.preventPodSchedulingIfMissing);
  }

  static Map<String, Object> write(CsiDriver driver) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(driver.meta()))
        .map(
            "spec",
            new FieldMap()
                .flag("preventPodSchedulingIfMissing", driver.preventPodSchedulingIfMissing())
                .flag("storageCapacity", driver.storageCapacity())
                .fields())
        .fields();
  }

  private static final class Spec {
    private boolean storageCapacity;
    private boolean preventPodSchedulingIfMissing;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "storageCapacity" -> storageCapacity = in.flag();
          case "preventPodSchedulingIfMissing" -> preventPodSchedulingIfMissing = in.flag();
          default -> in.skip();
        }
      }
    }
  }
}
