package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.workload.ResourceQuota;
import java.util.Map;

/** {@code v1 ResourceQuota}. */
final class ResourceQuotaFormat {

  private ResourceQuotaFormat() {}

  /** Reads the fields of a quota; the cursor stands inside the object, before its first field. */
  static ResourceQuota read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new Limits();
    var status = new Limits();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        case "status" -> status.read(in);
        default -> in.skip();
      }
    }
    return new ResourceQuota(meta, spec.hard, status.hard, status.used);
  }

  static Map<String, Object> write(ResourceQuota quota) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(quota.meta()))
        .map("spec", new FieldMap().resources("hard", quota.hard()).fields())
        .map(
            "status",
            new FieldMap()
                .resources("hard", quota.enforced())
                .resources("used", quota.used())
                .fields())
        .fields();
  }

  /** The limits of a spec, or those of a status with what is used of them. */
  private static final class Limits {
    private ResourceList hard = ResourceList.EMPTY;
    private ResourceList used = ResourceList.EMPTY;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "hard" -> hard = in.resources();
          case "used" -> used = in.resources();
          default -> in.skip();
        }
      }
    }
  }
}
