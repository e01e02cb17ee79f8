package io.merapi.batch.devices;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in a document, with zero values for those that are absent.
 *
 * <p>All methods throw {@link IllegalArgumentException} where a value is of another type.
 */
public final class DocumentFields {

  private final Map<?, ?> fields;

  private DocumentFields(Map<?, ?> fields) {
    this.fields = fields;
  }

  /** The fields of an object; none where it is absent. */
  public static DocumentFields of(@Nullable Object object) {
    if (object == null) {
      return new DocumentFields(Map.of());
    }
    if (object instanceof Map<?, ?> map) {
      return new DocumentFields(map);
    }
    throw wrong(object);
  }

  private static IllegalArgumentException wrong(Object value) {
    return new IllegalArgumentException("value (%s) is of the wrong type".formatted(value));
  }

  public @Nullable Object value(String name) {
    return fields.get(name);
  }

  /** The names of all fields. */
  public List<String> names() {
    return fields.keySet().stream().map(String::valueOf).toList();
  }

  public DocumentFields object(String name) {
    return of(value(name));
  }

  /** A text, also one that looks like a number. */
  public String text(String name) {
    Object value = value(name);
    if (value instanceof Map<?, ?> || value instanceof List<?>) {
      throw wrong(value);
    }
    return value == null ? "" : value.toString();
  }

  public long whole(String name) {
    Object value = value(name);
    if (value == null) {
      return 0;
    }
    if (value instanceof Long whole) {
      return whole;
    }
    throw wrong(value);
  }

  public boolean flag(String name) {
    Object value = value(name);
    if (value == null) {
      return false;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw wrong(value);
  }

  public List<String> texts(String name) {
    return list(value(name)).stream().map(Object::toString).toList();
  }

  public List<DocumentFields> objects(String name) {
    return objects(value(name));
  }

  /** The objects of a list; none where it is absent. */
  public static List<DocumentFields> objects(@Nullable Object list) {
    return list(list).stream().map(DocumentFields::of).toList();
  }

  private static List<Object> list(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return List.copyOf(list);
    }
    throw wrong(value);
  }
}
