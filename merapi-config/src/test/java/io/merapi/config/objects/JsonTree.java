package io.merapi.config.objects;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as maps, lists and scalars, for tests that take an object apart and put it together. */
final class JsonTree {

  private JsonTree() {}

  static @Nullable Object parse(String json) {
    var tokens = new JsonTokens("tree.json", json);
    tokens.next();
    return value(tokens);
  }

  static String text(@Nullable Object value) {
    var text = new StringBuilder();
    append(value, text);
    return text.toString();
  }

  private static @Nullable Object value(JsonTokens tokens) {
    return switch (tokens.current()) {
      case START_OBJECT -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        while (tokens.next() != Tokens.Token.END_OBJECT) {
          String name = tokens.text();
          tokens.next();
          map.put(name, value(tokens));
        }
        yield map;
      }
      case START_LIST -> {
        var list = new ArrayList<@Nullable Object>();
        while (tokens.next() != Tokens.Token.END_LIST) {
          list.add(value(tokens));
        }
        yield list;
      }
      case TEXT -> tokens.text();
      case NUMBER -> Long.valueOf(tokens.text());
      case FLAG -> Boolean.valueOf(tokens.text());
      case NULL -> null;
      case END_OBJECT, END_LIST, FIELD, END ->
          throw new IllegalStateException("no value starts with " + tokens.current());
    };
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
