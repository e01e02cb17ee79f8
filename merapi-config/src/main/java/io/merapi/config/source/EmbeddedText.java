package io.merapi.config.source;

import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.SourceNode.Sequence;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Finds texts that stand inside another one, in a ConfigMap, and the places in them. */
public final class EmbeddedText {

  private final List<String> lines;

  /**
   * @param outer the text around them
   */
  public EmbeddedText(String outer) {
    this.lines = outer.lines().toList();
  }

  /**
   * The ConfigMaps of a file: alone in it, in a list, or among the documents that a chart renders
   * to.
   */
  public static List<Mapping> configMaps(SourceDocuments documents) {
    return documents.nodes().stream().flatMap(EmbeddedText::configMaps).toList();
  }

  private static Stream<Mapping> configMaps(SourceNode document) {
    if (!(document instanceof Mapping object) || !(object.get("kind") instanceof Scalar kind)) {
      return Stream.empty();
    }
    if (kind.text().equals("ConfigMap")) {
      return Stream.of(object);
    }
    return object.get("items") instanceof Sequence items
        ? items.items().stream().flatMap(EmbeddedText::configMaps)
        : Stream.empty();
  }

  /** The entries of a ConfigMap. */
  public static List<Entry> entries(Mapping configMap) {
    return configMap.get("data") instanceof Mapping data ? data.entries() : List.of();
  }

  /**
   * From places in the value of a scalar to places in the file around it.
   *
   * <p>A literal block ({@code |}) has the lines of its value, each behind the same indent; then
   * the answer is exact. Other scalars fold or escape lines, and the answer is where they begin.
   */
  public UnaryOperator<Location> places(Scalar scalar) {
    List<String> innerLines = scalar.text().lines().toList();
    int first = scalar.where().line();
    int indent = indent(innerLines, first);
    if (indent < 0) {
      return _ -> scalar.where();
    }
    return where ->
        where.line() == 0
            ? scalar.where()
            : new Location(where.file(), first + where.line(), where.column() + indent);
  }

  /** The indent behind which the inner lines follow one another; -1 where they do not. */
  private int indent(List<String> inner, int first) {
    if (first + inner.size() > lines.size()) {
      return -1;
    }
    int indent = -1;
    for (int i = 0; i < inner.size(); i++) {
      String line = lines.get(first + i);
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
