package io.merapi.api.selector;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.StringJoiner;

/** Complaints about fields in the words and quotes in which Kubernetes prints them. */
final class FieldErrors {

  private FieldErrors() {}

  /** The path of a field below another, which may be empty. */
  static String child(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  static String index(String path, int index) {
    return path + "[" + index + "]";
  }

  static String invalid(String path, String value, String detail) {
    return path + ": Invalid value: " + goQuoted(value) + ": " + detail;
  }

  static String invalid(String path, List<String> values, String detail) {
    var list = new StringJoiner(",", "[", "]");
    values.forEach(value -> list.add(jsonQuoted(value)));
    // Upstream's list is nil where the object has none, and nil prints so.
    return path + ": Invalid value: " + (values.isEmpty() ? "null" : list) + ": " + detail;
  }

  static String unsupported(String path, String value, String supported) {
    return path + ": Unsupported value: " + jsonQuoted(value) + ": supported values: " + supported;
  }

  /** One complaint as it is, several in brackets, each once. */
  static String aggregate(Collection<String> errors) {
    var distinct = new LinkedHashSet<>(errors);
    return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
  }

  /** A string as Go's {@code %q} prints it. */
  static String goQuoted(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints().forEach(point -> appendGo(quoted, point));
    return quoted.append('"').toString();
  }

  private static void appendGo(StringBuilder quoted, int point) {
    switch (point) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case 0x07 -> quoted.append("\\a");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case 0x0b -> quoted.append("\\v");
      default -> {
        if (point < ' ' || point == 0x7f) {
          quoted.append("\\x%02x".formatted(point));
        } else if (isPrintable(point)) {
          quoted.appendCodePoint(point);
        } else {
          quoted.append((point > 0xffff ? "\\U%08x" : "\\u%04x").formatted(point));
        }
      }
    }
  }

  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }

  /** A string as Go's JSON encoder prints it, which escapes what means something in HTML. */
  private static String jsonQuoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '<', '>', '&', '\u2028', '\u2029' -> quoted.append("\\u%04x".formatted((int) c));
        default -> {
          if (c < ' ') {
            quoted.append("\\u%04x".formatted((int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
