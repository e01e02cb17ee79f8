package io.merapi.api.json;

import io.merapi.api.json.JsonValue.JsonLiteral;
import io.merapi.api.json.JsonValue.JsonNumber;
import io.merapi.api.json.JsonValue.JsonObject;
import io.merapi.api.json.JsonValue.JsonText;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Lists of resources, such as {@code {"cpu":"2","memory":"1Gi"}}, and tables of them. */
public final class JsonResources {

  private JsonResources() {}

  /**
   * Reads lists by name; null is none.
   *
   * @throws IllegalArgumentException if the value is not a table of lists
   */
  public static Map<String, ResourceList> readTable(JsonValue value) {
    var table = new TreeMap<String, ResourceList>();
    members(value).forEach((name, list) -> table.put(name, readList(list)));
    return table;
  }

  private static ResourceList readList(JsonValue value) {
    var amounts = new TreeMap<String, Quantity>();
    members(value).forEach((resource, amount) -> amounts.put(resource, readQuantity(amount)));
    return new ResourceList(amounts);
  }

  private static Map<String, JsonValue> members(JsonValue value) {
    if (value == JsonLiteral.NULL) {
      return Map.of();
    }
    if (value instanceof JsonObject(var members)) {
      return members;
    }
    throw new IllegalArgumentException("(%s) is not an object".formatted(value));
  }

  private static Quantity readQuantity(JsonValue value) {
    return switch (value) {
      case JsonText(var text) -> Quantity.parse(text.strip());
      case JsonNumber(var text) -> Quantity.parse(text);
      case JsonLiteral literal when literal == JsonLiteral.NULL -> Quantity.ZERO;
      default -> throw new IllegalArgumentException("(%s) is not a quantity".formatted(value));
    };
  }

  /** Writes lists by name, in the order of the names, as compactly as possible. */
  public static String writeTable(Map<String, ResourceList> table) {
    return new TreeMap<>(table)
        .entrySet().stream()
            .map(entry -> quoted(entry.getKey()) + ":" + writeList(entry.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }

  private static String writeList(ResourceList list) {
    return new TreeMap<>(list.amounts())
        .entrySet().stream()
            .map(entry -> quoted(entry.getKey()) + ":" + quoted(entry.getValue().toString()))
            .collect(Collectors.joining(",", "{", "}"));
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == '"' || next == '\\') {
        quoted.append('\\').append(next);
      } else if (next < ' ' || "<>&".indexOf(next) >= 0) {
        // Go also writes what means something in HTML as a number.
        quoted.append("\\u%04x".formatted((int) next));
      } else {
        quoted.append(next);
      }
    }
    return quoted.append('"').toString();
  }
}
