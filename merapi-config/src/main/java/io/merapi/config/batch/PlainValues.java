package io.merapi.config.batch;

import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tree without its places, for plugins whose arguments only they themselves know. */
final class PlainValues {

  private PlainValues() {}

  static Map<String, Object> of(Mapping object) {
    var values = new LinkedHashMap<String, Object>();
    for (Entry entry : object.entries()) {
      Object value = of(entry.value());
      if (value != null) {
        values.put(entry.key(), value);
      }
    }
    return Collections.unmodifiableMap(values);
  }

  static @Nullable Object of(SourceNode node) {
    return switch (node) {
      case Mapping object -> of(object);
      case Sequence list -> {
        var items = new ArrayList<Object>();
        for (SourceNode item : list.items()) {
          Object value = of(item);
          if (value != null) {
            items.add(value);
          }
        }
        yield Collections.unmodifiableList(items);
      }
      case Scalar scalar -> of(scalar);
    };
  }

  private static @Nullable Object of(Scalar scalar) {
    return switch (scalar.type()) {
      case NULL -> null;
      case FLAG -> scalar.flag();
      case TEXT -> scalar.text();
      case INTEGER, NUMBER -> scalar.number();
    };
  }
}
