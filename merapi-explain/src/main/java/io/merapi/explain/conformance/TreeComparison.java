package io.merapi.explain.conformance;

import io.merapi.explain.conformance.CaseResult.Difference;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares answers as maps, lists, texts and numbers, and gathers where they differ. */
final class TreeComparison {

  /** Lists whose order says nothing. */
  private static final Set<String> SETS =
      Set.of("reasons", "skipped", "pluginSkips", "nodeNames", "hosts", "tied", "nominatedNodes");

  /** What follows is the wording of another program's CEL library. */
  private static final List<String> FOREIGN_WORDS =
      List.of("CEL compile error:", "CEL runtime error:");

  private static final String NONE = "none";

  private final List<Difference> differences = new ArrayList<>();

  List<Difference> differences() {
    return differences;
  }

  void compare(String path, @Nullable Object expected, @Nullable Object found) {
    if (expected instanceof Map<?, ?> want && found instanceof Map<?, ?> have) {
      var keys = new TreeSet<String>();
      want.keySet().forEach(key -> keys.add(Objects.toString(key)));
      have.keySet().forEach(key -> keys.add(Objects.toString(key)));
      for (String key : keys) {
        compare(path.isEmpty() ? key : path + "." + key, want.get(key), have.get(key));
      }
    } else if (expected instanceof List<?> want && found instanceof List<?> have) {
      compareLists(path, want, have);
    } else if (!same(expected, found)) {
      differences.add(new Difference(path, text(expected), text(found)));
    }
  }

  private void compareLists(String path, List<?> expected, List<?> found) {
    String name = path.substring(path.lastIndexOf('.') + 1);
    if (SETS.contains(name)) {
      if (!sorted(expected).equals(sorted(found))) {
        differences.add(new Difference(path, text(expected), text(found)));
      }
      return;
    }
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      compare(
          "%s[%d]".formatted(path, i),
          i < expected.size() ? expected.get(i) : null,
          i < found.size() ? found.get(i) : null);
    }
  }

  private static List<String> sorted(Collection<?> values) {
    return values.stream().map(TreeComparison::text).sorted().toList();
  }

  private static boolean same(@Nullable Object expected, @Nullable Object found) {
    if (expected instanceof Number want && found instanceof Number have) {
      return number(want).compareTo(number(have)) == 0;
    }
    return Objects.equals(own(expected), own(found));
  }

  private static BigDecimal number(Number number) {
    return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number.longValue());
  }

  private static @Nullable Object own(@Nullable Object value) {
    if (!(value instanceof String text)) {
      return value;
    }
    for (String words : FOREIGN_WORDS) {
      int at = text.indexOf(words);
      if (at >= 0) {
        return text.substring(0, at + words.length());
      }
    }
    return text;
  }

  private static String text(@Nullable Object value) {
    return value == null ? NONE : Objects.toString(own(value));
  }
}
