package io.merapi.cli;

import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/** Prints problems and tables alike in every command. */
public final class Report {

  private final PrintWriter out;
  private final Ansi ansi;

  Report(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  /** One problem on a line, with the advice below it. */
  void problem(Problem problem) {
    String colour =
        switch (problem.severity()) {
          case REFUSED -> "red";
          case FALLBACK -> "yellow";
          case NOTE -> "cyan";
        };
    String word = ansi.string("@|bold,%s %s|@".formatted(colour, word(problem.severity())));
    String path = problem.path().isEmpty() ? "" : problem.path() + " ";
    out.println(problem.where() + ": " + word + ": " + path + problem.message());
    if (!problem.advice().isEmpty()) {
      out.println("    " + problem.advice());
    }
  }

  /** A problem as {@code -o json} and {@code -o yaml} show it. */
  static Map<String, Object> tree(Problem problem) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("file", problem.where().file());
    tree.put("line", problem.where().line());
    tree.put("column", problem.where().column());
    tree.put("severity", word(problem.severity()));
    tree.put("kind", problem.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    tree.put("path", problem.path());
    tree.put("message", problem.message());
    tree.put("advice", problem.advice());
    return tree;
  }

  private static String word(Severity severity) {
    return switch (severity) {
      case REFUSED -> "error";
      case FALLBACK -> "warning";
      case NOTE -> "note";
    };
  }

  /** {@code 2 errors, 1 warning}; empty where there are none. */
  static String count(List<Problem> problems) {
    return Stream.of(
            counted(problems, Severity.REFUSED),
            counted(problems, Severity.FALLBACK),
            counted(problems, Severity.NOTE))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String counted(List<Problem> problems, Severity severity) {
    long count = problems.stream().filter(problem -> problem.severity() == severity).count();
    return count == 0 ? "" : plural(count, word(severity));
  }

  /** {@code 1 pod}, {@code 2 pods}. */
  public static String plural(long count, String word) {
    String ending = word.endsWith("s") ? "es" : "s";
    return "%,d %s".formatted(count, count == 1 ? word : word + ending);
  }

  /** Rows with their columns aligned, the first to the left and the others to the right. */
  public void table(List<List<String>> rows) {
    print(rows, 1);
  }

  /** Rows of words, with all columns aligned to the left. */
  void list(List<List<String>> rows) {
    print(rows, rows.getFirst().size());
  }

  private void print(List<List<String>> rows, int leftAligned) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append("  ").append(i < leftAligned ? row.get(i) + padding : padding + row.get(i));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
