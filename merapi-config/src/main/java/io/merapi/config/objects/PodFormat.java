package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import java.util.Map;

/** {@code v1 Pod}. */
final class PodFormat {

  private PodFormat() {}

  /** Reads the fields of a pod; the cursor stands inside the object, before its first field. */
  static Pod read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    var spec = new PodSpecFormat();
    PodStatus status = PodStatus.UNREPORTED;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> spec.read(in);
        case "status" -> status = PodStatusFormat.read(in);
        default -> in.skip();
      }
    }
    return new Pod(meta, spec.nodeName(), in.sharedSpec(spec.spec()), status);
  }

  static Map<String, Object> write(Pod pod) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(pod.meta()))
        .map("spec", PodSpecFormat.write(pod.spec(), pod.nodeName()))
        .map("status", PodStatusFormat.write(pod.status()))
        .fields();
  }
}
