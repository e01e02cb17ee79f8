package io.merapi.kube.configuration;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is wrong with a field, in the words of {@code
 * k8s.io/apimachinery/pkg/util/validation/field}.
 *
 * <p>The texts leave out the field's path, which whoever reports them knows.
 */
public final class FieldErrors {

  private FieldErrors() {}

  public static String invalid(long value, String detail) {
    return "Invalid value: %d: %s".formatted(value, detail);
  }

  public static String invalid(String value, String detail) {
    return "Invalid value: %s: %s".formatted(quote(value), detail);
  }

  public static String invalid(Duration value, String detail) {
    return invalid(GoDuration.format(value), detail);
  }

  /** Of a value that has no plain form. */
  public static String invalidJson(String json, String detail) {
    return "Invalid value: %s: %s".formatted(json, detail);
  }

  public static String required(String detail) {
    return detail.isEmpty() ? "Required value" : "Required value: " + detail;
  }

  public static String duplicate(String value) {
    return "Duplicate value: " + quote(value);
  }

  public static String duplicateJson(String json) {
    return "Duplicate value: " + json;
  }

  public static String forbidden(String detail) {
    return "Forbidden: " + detail;
  }

  public static String notSupported(String value, List<String> supported) {
    return "Unsupported value: %s: supported values: %s"
        .formatted(
            quote(value),
            supported.stream().map(FieldErrors::quote).collect(Collectors.joining(", ")));
  }

  /** Several messages as one, each once. */
  public static String aggregate(List<String> messages) {
    var distinct = new LinkedHashSet<>(messages);
    return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
  }

  /** A string as Go quotes it. */
  public static String quote(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\t' -> quoted.append("\\t");
            case '\r' -> quoted.append("\\r");
            default -> {
              if (c < 0x20 || c == 0x7f) {
                quoted.append("\\x%02x".formatted(c));
              } else {
                quoted.appendCodePoint(c);
              }
            }
          }
        });
    return quoted.append('"').toString();
  }
}
