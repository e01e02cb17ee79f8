package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.ReplicaSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code apps/v1 ReplicaSet}. */
final class ReplicaSetFormat {

  private ReplicaSetFormat() {}

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static ReplicaSet read(ObjectCursor in) {
    ObjectMeta meta = MetaFormat.ABSENT;
    LabelSelector selector = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> selector = selector(in);
        default -> in.skip();
      }
    }
    return new ReplicaSet(meta, selector);
  }

  static Map<String, Object> write(ReplicaSet set) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(set.meta()))
        .map(
            "spec",
            new FieldMap().present("selector", SelectorFormat.write(set.selector())).fields())
        .fields();
  }

  private static @Nullable LabelSelector selector(ObjectCursor in) {
    LabelSelector selector = null;
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "selector" -> selector = SelectorFormat.readLabelSelector(in);
          default -> in.skip();
        }
      }
    }
    return selector;
  }
}
