package io.merapi.cli;

import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/** Prints problems and tables alike in every command. */
final class Report {

  private final PrintWriter out;
  private final Ansi ansi;

  Report(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  /** One problem on a line, with the advice below it. */
  void problem(Problem problem) {
    String word =
        switch (problem.severity()) {
          case REFUSED -> ansi.string("@|bold,red error|@");
          case FALLBACK -> ansi.string("@|bold,yellow warning|@");
          case NOTE -> ansi.string("@|bold,cyan note|@");
        };
    String path = problem.path().isEmpty() ? "" : problem.path() + " ";
    out.println(problem.where() + ": " + word + ": " + path + problem.message());
    if (!problem.advice().isEmpty()) {
      out.println("    " + problem.advice());
    }
  }

  /** {@code 2 errors, 1 warning}; empty where there are none. */
  static String count(List<Problem> problems) {
    return Stream.of(
            counted(problems, Severity.REFUSED, "error"),
            counted(problems, Severity.FALLBACK, "warning"),
            counted(problems, Severity.NOTE, "note"))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String counted(List<Problem> problems, Severity severity, String word) {
    long count = problems.stream().filter(problem -> problem.severity() == severity).count();
    return count == 0 ? "" : plural(count, word);
  }

  /** {@code 1 pod}, {@code 2 pods}. */
  static String plural(long count, String word) {
    return "%,d %s".formatted(count, count == 1 ? word : word + "s");
  }

  /** Rows with their columns aligned, the first to the left and the others to the right. */
  void table(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      var line = new StringBuilder("  ");
      for (int i = 0; i < columns; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
