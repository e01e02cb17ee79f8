package io.merapi.config.kube;

import io.merapi.config.source.Location;
import io.merapi.config.source.SourceNode.Scalar;
import java.util.List;
import java.util.function.UnaryOperator;

/** Finds the places of a text that stands inside another one, as in a ConfigMap. */
final class EmbeddedText {

  private EmbeddedText() {}

  /**
   * From places in the value of a scalar to places in the file around it.
   *
   * <p>A literal block ({@code |}) has the lines of its value, each behind the same indent; then
   * the answer is exact. Other scalars fold or escape lines, and the answer is where they begin.
   */
  static UnaryOperator<Location> places(String outer, Scalar scalar) {
    List<String> outerLines = outer.lines().toList();
    List<String> innerLines = scalar.text().lines().toList();
    int first = scalar.where().line();
    int indent = indent(outerLines, innerLines, first);
    if (indent < 0) {
      return _ -> scalar.where();
    }
    return where ->
        where.line() == 0
            ? scalar.where()
            : new Location(where.file(), first + where.line(), where.column() + indent);
  }

  /** The indent behind which the inner lines follow one another; -1 where they do not. */
  private static int indent(List<String> outer, List<String> inner, int first) {
    if (first + inner.size() > outer.size()) {
      return -1;
    }
    int indent = -1;
    for (int i = 0; i < inner.size(); i++) {
      String line = outer.get(first + i);
      if (inner.get(i).isBlank() && line.isBlank()) {
        continue;
      }
      indent = indent < 0 ? line.length() - inner.get(i).length() : indent;
      if (indent < 0
          || indent > line.length()
          || !line.substring(0, indent).isBlank()
          || !line.substring(indent).equals(inner.get(i))) {
        return -1;
      }
    }
    return indent;
  }
}
