package io.merapi.sim.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A table with a header and commas between its cells, which may stand in double quotes. */
final class CsvTable {

  private final Map<String, Integer> columns = new LinkedHashMap<>();

  CsvTable(String header) {
    for (String name : split(header)) {
      String column = name.strip().toLowerCase(Locale.ROOT);
      if (columns.putIfAbsent(column, columns.size()) != null) {
        throw new BrokenRow(column, "stands twice in the header, expected each column once");
      }
    }
  }

  boolean has(String column) {
    return columns.containsKey(column);
  }

  /** Refuses the table if some columns are missing. */
  void require(String title, List<String> required) {
    List<String> missing = required.stream().filter(column -> !has(column)).toList();
    if (!missing.isEmpty()) {
      throw new BrokenRow(
          "",
          "the header lacks %s, expected for %s: %s"
              .formatted(String.join(", ", missing), title, String.join(", ", required)));
    }
  }

  /** Columns beside those that are known, in their order. */
  Set<String> beside(Collection<String> known) {
    var unknown = new LinkedHashSet<>(columns.keySet());
    unknown.removeAll(known);
    return unknown;
  }

  Row row(String line) {
    return new Row(columns, split(line));
  }

  static List<String> split(String line) {
    var cells = new ArrayList<String>();
    var quoted = new StringBuilder();
    int start = 0;
    while (true) {
      if (start < line.length() && line.charAt(start) == '"') {
        start = quoted(line, start, quoted);
        cells.add(quoted.toString());
      } else {
        int comma = line.indexOf(',', start);
        int end = comma < 0 ? line.length() : comma;
        cells.add(line.substring(start, end));
        start = end;
      }
      if (start == line.length()) {
        return cells;
      }
      start++;
    }
  }

  /** Reads a cell in quotes, where two of them stand for one; gives the place behind it. */
  private static int quoted(String line, int start, StringBuilder cell) {
    cell.setLength(0);
    int at = start + 1;
    while (at < line.length()) {
      char next = line.charAt(at);
      boolean quote = next == '"';
      if (quote && (at + 1 == line.length() || line.charAt(at + 1) == ',')) {
        return at + 1;
      }
      if (quote && line.charAt(at + 1) != '"') {
        throw new BrokenRow("", "has text behind a closing quote, expected a comma");
      }
      cell.append(next);
      at += quote ? 2 : 1;
    }
    throw new BrokenRow("", "has an opening quote without a closing one");
  }
}
