package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.Namespace;
import java.util.Map;

/** {@code v1 Namespace}. */
final class NamespaceFormat {

  private NamespaceFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static Namespace read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        default -> in.skip();
      }
    }
    return new Namespace(meta);
  }

  static Map<String, Object> write(Namespace namespace) {
    return new FieldMap().map("metadata", MetaFormat.write(namespace.meta())).fields();
  }
}
