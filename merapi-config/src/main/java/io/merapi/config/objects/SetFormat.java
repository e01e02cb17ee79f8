package io.merapi.config.objects;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.api.workload.StatefulSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code apps/v1 ReplicaSet} and {@code StatefulSet}, of which the same fields are read. */
final class SetFormat {

  private SetFormat() {}

  /** Makes a set of its parts. */
  private interface Maker<T> {
    T make(ObjectMeta meta, @Nullable LabelSelector selector);
  }

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static ReplicaSet readReplicaSet(ObjectCursor in) {
    return read(in, ReplicaSet::new);
  }

  /** Reads the fields of the object; the cursor stands inside it, before its first field. */
  static StatefulSet readStatefulSet(ObjectCursor in) {
    return read(in, StatefulSet::new);
  }

  static Map<String, Object> write(ReplicaSet set) {
    return write(set.meta(), set.selector());
  }

  static Map<String, Object> write(StatefulSet set) {
    return write(set.meta(), set.selector());
  }

  private static <T> T read(ObjectCursor in, Maker<T> maker) {
    ObjectMeta meta = MetaFormat.ABSENT;
    LabelSelector selector = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "metadata" -> meta = MetaFormat.read(in);
        case "spec" -> selector = selector(in);
        default -> in.skip();
      }
    }
    return maker.make(meta, selector);
  }

  private static Map<String, Object> write(ObjectMeta meta, @Nullable LabelSelector selector) {
    return new FieldMap()
        .map("metadata", MetaFormat.write(meta))
        .map("spec", new FieldMap().present("selector", SelectorFormat.write(selector)).fields())
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
