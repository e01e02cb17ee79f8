package io.merapi.cluster.run;

import io.merapi.api.cluster.ClusterObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a log line, as klog writes them: behind the message, or in an object of JSON. */
public final class LogFields {

  private LogFields() {}

  /** A line of text: the message, and each field with its value. */
  public static String text(String message, Object... fields) {
    var line = new StringBuilder(message);
    for (int i = 0; i + 1 < fields.length; i += 2) {
      line.append(' ').append(fields[i]).append('=').append(text(fields[i + 1]));
    }
    return line.toString();
  }

  private static String text(Object value) {
    return switch (value) {
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      case ClusterObject object -> quoted(object.key());
      default -> quoted(String.valueOf(value));
    };
  }

  /** Whatever a value says, its line stays one line. */
  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }

  /** The same for JSON. */
  public static Map<String, @Nullable Object> tree(Object... fields) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i + 1 < fields.length; i += 2) {
      tree.put(String.valueOf(fields[i]), value(fields[i + 1]));
    }
    return tree;
  }

  private static Object value(Object value) {
    return switch (value) {
      case ClusterObject object when object.namespace().isEmpty() -> Map.of("name", object.name());
      case ClusterObject object -> {
        var reference = new LinkedHashMap<String, Object>();
        reference.put("name", object.name());
        reference.put("namespace", object.namespace());
        yield reference;
      }
      case Number number -> number;
      case Boolean flag -> flag;
      default -> String.valueOf(value);
    };
  }
}
