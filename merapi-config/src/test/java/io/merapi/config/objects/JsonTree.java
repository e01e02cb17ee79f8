package io.merapi.config.objects;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as a tree and back, for tests that take an object apart and put it together. */
final class JsonTree {

  private JsonTree() {}

  static @Nullable Object parse(String json) {
    var tokens = new JsonTokens("tree.json", json);
    tokens.next();
    return TokenTree.read(tokens);
  }

  static String text(@Nullable Object value) {
    var text = new StringBuilder();
    append(value, text);
    return text.toString();
  }

  private static void append(@Nullable Object value, StringBuilder text) {
    switch (value) {
      case Map<?, ?> map -> {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          text.append(separator);
          append(entry.getKey(), text);
          text.append(':');
          append(entry.getValue(), text);
          separator = ",";
        }
        text.append(map.isEmpty() ? "{}" : "}");
      }
      case List<?> list -> {
        String separator = "[";
        for (Object item : list) {
          text.append(separator);
          append(item, text);
          separator = ",";
        }
        text.append(list.isEmpty() ? "[]" : "]");
      }
      case String string ->
          text.append('"')
              .append(string.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
              .append('"');
      case null, default -> text.append(value);
    }
  }
}
