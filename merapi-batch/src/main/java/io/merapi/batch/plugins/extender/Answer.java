package io.merapi.batch.plugins.extender;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server said, read as Go reads JSON into a struct: the case of names does not matter, what
 * is unknown is passed over, null and what is missing leave the zero value, and a value of another
 * type spoils the whole.
 */
final class Answer {

  private final Map<?, ?> fields;

  private Answer(Map<?, ?> fields) {
    this.fields = fields;
  }

  /** Reads a whole answer. */
  static Answer of(@Nullable Object body) throws ExtenderException {
    return new Answer(object("the answer", body));
  }

  String text(String name) throws ExtenderException {
    return switch (value(name)) {
      case null -> "";
      case String text -> text;
      default -> throw mismatch(name, "a string");
    };
  }

  boolean flag(String name) throws ExtenderException {
    return switch (value(name)) {
      case null -> false;
      case Boolean flag -> flag;
      default -> throw mismatch(name, "true or false");
    };
  }

  long number(String name) throws ExtenderException {
    return switch (value(name)) {
      case null -> 0;
      case Long number -> number;
      default -> throw mismatch(name, "a whole number");
    };
  }

  /** Numbers by name; null where there is no such field, or it is null. */
  @Nullable Map<String, Double> numbers(String name) throws ExtenderException {
    Object value = value(name);
    if (value == null) {
      return null;
    }
    var numbers = new LinkedHashMap<String, Double>();
    for (Map.Entry<?, ?> entry : object(name, value).entrySet()) {
      String key = String.valueOf(entry.getKey());
      switch (entry.getValue()) {
        case null -> numbers.put(key, 0.0);
        case Number number when Double.isFinite(number.doubleValue()) ->
            numbers.put(key, number.doubleValue());
        default -> throw mismatch(name + "." + key, "a number");
      }
    }
    return numbers;
  }

  /** The objects of a list. */
  List<Answer> objects(String name) throws ExtenderException {
    Object value = value(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> items)) {
      throw mismatch(name, "a list");
    }
    var objects = new ArrayList<Answer>();
    for (Object item : items) {
      objects.add(new Answer(object(name, item)));
    }
    return objects;
  }

  /** The last value under a name in any spelling, as Go would overwrite one with the next. */
  private @Nullable Object value(String name) {
    Object last = null;
    for (Map.Entry<?, ?> entry : fields.entrySet()) {
      if (name.equalsIgnoreCase(String.valueOf(entry.getKey())) && entry.getValue() != null) {
        last = entry.getValue();
      }
    }
    return last;
  }

  private static Map<?, ?> object(String name, @Nullable Object value) throws ExtenderException {
    return switch (value) {
      case null -> Map.of();
      case Map<?, ?> map -> map;
      default -> throw mismatch(name, "an object");
    };
  }

  private static ExtenderException mismatch(String name, String expected) {
    return new ExtenderException(
        "the answer is not what was asked for: (%s) must be %s".formatted(name, expected));
  }
}
