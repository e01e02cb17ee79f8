package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.PersistentVolumeClaim;
import java.util.Map;

/** {@code v1 PersistentVolumeClaim}. */
final class PersistentVolumeClaimFormat {

  private PersistentVolumeClaimFormat() {}

  /** Reads the fields of a claim; the cursor stands inside the object, before its first field. */
  static PersistentVolumeClaim read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    ClaimSpec spec = ClaimSpecFormat.ABSENT;
    var status = new Status();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec = ClaimSpecFormat.read(in);
        case "status" -> status.read(in);
        default -> in.skip();
      }
    }
    return new PersistentVolumeClaim(meta, spec, status.phase, status.capacity);
  }

  static Map<String, Object> write(PersistentVolumeClaim claim) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(claim.meta()))
        .map("spec", ClaimSpecFormat.write(claim.spec()))
        .map(
            "status",
            new FieldMap()
                .resources("capacity", claim.capacity())
                .text("phase", claim.phase())
                .fields())
        .fields();
  }

  private static final class Status {
    private String phase = "";
    private ResourceList capacity = ResourceList.EMPTY;

    void read(ObjectCursor in) {
      if (!in.enterObject()) {
        return;
      }
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "phase" -> phase = in.text();
          case "capacity" -> capacity = in.resources();
          default -> in.skip();
        }
      }
    }
  }
}
