package io.merapi.config.objects;

import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object being written: fields in order, those that say nothing (null, empty, false, 0) left
 * out. The values are strings, numbers, flags, lists and maps: what JSON and YAML can hold.
 */
final class FieldMap {

  private final Map<String, Object> fields = new LinkedHashMap<>();

  FieldMap text(String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      fields.put(name, value);
    }
    return this;
  }

  FieldMap flag(String name, boolean value) {
    if (value) {
      fields.put(name, true);
    }
    return this;
  }

  FieldMap number(String name, long value) {
    if (value != 0) {
      fields.put(name, value);
    }
    return this;
  }

  FieldMap time(String name, @Nullable Instant value) {
    return text(name, value == null ? null : value.toString());
  }

  FieldMap quantity(String name, @Nullable Quantity value) {
    return text(name, value == null ? null : value.toString());
  }

  FieldMap labels(String name, Labels labels) {
    return map(name, labels.toMap());
  }

  FieldMap resources(String name, ResourceList list) {
    return entries(name, list.amounts(), Quantity::toString);
  }

  FieldMap texts(String name, List<String> values) {
    return list(name, values, text -> text);
  }

  /** A list whose items are written by the given writer. */
  <T> FieldMap list(String name, List<T> items, Function<T, Object> writer) {
    if (!items.isEmpty()) {
      fields.put(name, items.stream().map(writer).toList());
    }
    return this;
  }

  /** An object used as a map, whose values are written by the given writer. */
  <T> FieldMap entries(String name, Map<String, T> entries, Function<T, Object> writer) {
    var written = new LinkedHashMap<String, Object>();
    entries.forEach((key, value) -> written.put(key, writer.apply(value)));
    return map(name, written);
  }

  /** A nested object, left out when it has no fields. */
  FieldMap map(String name, Map<String, ?> nested) {
    if (!nested.isEmpty()) {
      fields.put(name, nested);
    }
    return this;
  }

  /** A value that is written even where it is empty, unless it is null. */
  FieldMap present(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
    return this;
  }

  Map<String, Object> fields() {
    return fields;
  }
}
