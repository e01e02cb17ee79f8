package io.merapi.api.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a JSON text. */
public sealed interface JsonValue {

  /**
   * Reads a text that holds one value.
   *
   * @throws IllegalArgumentException if it is not JSON, with the place in the message
   */
  static JsonValue parse(String text) {
    return new JsonParser(text).parse();
  }

  /** Members by name, in the order of the text; of two with one name the last counts. */
  record JsonObject(Map<String, JsonValue> members) implements JsonValue {

    public JsonObject {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
  }

  /** Values in the order of the text. */
  record JsonArray(List<JsonValue> elements) implements JsonValue {

    public JsonArray {
      elements = List.copyOf(elements);
    }
  }

  /** A string, without quotes and escapes. */
  record JsonText(String value) implements JsonValue {}

  /**
   * A number.
   *
   * @param text as it is written
   */
  record JsonNumber(String text) implements JsonValue {}

  /** A word of the language. */
  enum JsonLiteral implements JsonValue {
    TRUE,
    FALSE,
    NULL
  }
}
