package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.PriorityClass;
import java.util.Map;

/** {@code scheduling.k8s.io/v1 PriorityClass}. */
final class PriorityClassFormat {

  private PriorityClassFormat() {}

  /** Reads the fields of a class; the cursor stands inside the object, before its first field. */
  static PriorityClass read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    int value = 0;
    boolean globalDefault = false;
    String preemptionPolicy = "";
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "value" -> value = in.int32();
        case "globalDefault" -> globalDefault = in.flag();
        case "preemptionPolicy" -> preemptionPolicy = in.text();
        default -> in.skip();
      }
    }
    return new PriorityClass(meta, value, globalDefault, preemptionPolicy);
  }

  static Map<String, Object> write(PriorityClass priorityClass) {
    return new FieldMap()
        .flag("globalDefault", priorityClass.globalDefault())
        .map("metadata", MetaFormat.write(priorityClass.meta()))
        .text("preemptionPolicy", priorityClass.preemptionPolicy())
        .number("value", priorityClass.value())
        .fields();
  }
}
