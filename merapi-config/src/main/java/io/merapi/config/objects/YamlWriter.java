package io.merapi.config.objects;

import io.merapi.config.source.PlainScalar;
import io.merapi.config.source.ScalarType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Trees as YAML, laid out as kubectl does: two spaces of indentation, none for lists inside
 * objects.
 *
 * <p>A string is put in quotes unless it is plainly a word that no YAML reader, old or new, could
 * take for something else.
 */
final class YamlWriter {

  private final Appendable out;

  YamlWriter(Appendable out) {
    this.out = out;
  }

  /** Writes the fields of an object, each on a line of its own. */
  void fields(Map<?, ?> fields, int indent) throws IOException {
    boolean first = true;
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      if (!first) {
        indent(indent);
      }
      first = false;
      scalar(field.getKey());
      out.append(':');
      value(field.getValue(), indent);
    }
  }

  private void value(@Nullable Object value, int indent) throws IOException {
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() -> {
        out.append('\n');
        indent(indent + 2);
        fields(map, indent + 2);
      }
      case List<?> list when !list.isEmpty() -> {
        out.append('\n');
        items(list, indent);
      }
      case null, default -> {
        out.append(' ');
        scalar(value);
        out.append('\n');
      }
    }
  }

  /** Writes the items of a list, each on a line of its own. */
  void items(List<?> items, int indent) throws IOException {
    for (Object item : items) {
      item(item, indent);
    }
  }

  void item(@Nullable Object item, int indent) throws IOException {
    indent(indent);
    out.append('-');
    switch (item) {
      case Map<?, ?> map when !map.isEmpty() -> {
        out.append(' ');
        fields(map, indent + 2);
      }
      case List<?> list when !list.isEmpty() -> {
        out.append('\n');
        items(list, indent + 2);
      }
      case null, default -> {
        out.append(' ');
        scalar(item);
        out.append('\n');
      }
    }
  }

  private void scalar(@Nullable Object value) throws IOException {
    switch (value) {
      case String text when isPlain(text) -> out.append(text);
      case String text -> quoted(text);
      case Map<?, ?> _ -> out.append("{}");
      case List<?> _ -> out.append("[]");
      case null, default -> out.append(String.valueOf(value));
    }
  }

  private static boolean isPlain(String text) {
    if (text.isEmpty() || !isLetter(text.charAt(0)) || text.endsWith(":")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean inWord =
          isLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '/';
      // A colon inside a word, as in the name of an image, separates nothing.
      if (!inWord && c != ':') {
        return false;
      }
    }
    return PlainScalar.of(text).type() == ScalarType.TEXT;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private void quoted(String text) throws IOException {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        default -> {
          if (isPrintable(c)) {
            out.append(c);
          } else {
            out.append("\\u%04x".formatted((int) c));
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isPrintable(char c) {
    boolean ascii = c >= ' ' && c <= '~';
    boolean beyond = c >= 0xa0 && c < 0xfeff && c != 0x2028 && c != 0x2029;
    return ascii || beyond;
  }

  private void indent(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      out.append(' ');
    }
  }
}
