package io.merapi.cli;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Looks into answers that are made of plain maps, lists, texts and numbers. */
final class Trees {

  private Trees() {}

  /** An object of the tree; empty where there is none. */
  @SuppressWarnings("unchecked") // keys of answers are texts
  static Map<String, @Nullable Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
  }

  /** A list of texts; empty where there is none. */
  static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream().map(Objects::toString).toList()
        : List.of();
  }

  static boolean isTrue(@Nullable Object value) {
    return Boolean.TRUE.equals(value);
  }
}
