package io.merapi.cli;

import io.merapi.sim.compare.Comparison;
import io.merapi.sim.compare.Comparison.Row;
import io.merapi.sim.compare.Estimate;
import io.merapi.sim.compare.Figure;
import io.merapi.sim.compare.Figure.Better;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A comparison for people to read. */
final class ComparisonText {

  private static final double MILLIS = 1000;

  private final PrintWriter out;
  private final Report report;

  ComparisonText(PrintWriter out, Report report) {
    this.out = out;
    this.report = report;
  }

  void print(Comparison comparison) {
    List<String> labels = comparison.labels();
    out.println(
        "Compared %s over %s of the same workload."
            .formatted(
                Report.plural(labels.size(), "configuration"),
                Report.plural(comparison.seeds().size(), "run")));
    for (int i = 0; i < labels.size(); i++) {
      out.println("  %s  %s".formatted(letter(i), labels.get(i)));
    }
    out.println();
    var rows = new ArrayList<List<String>>();
    rows.add(header(labels.size()));
    comparison.rows().stream().filter(ComparisonText::says).map(this::row).forEach(rows::add);
    report.table(rows);
    out.println();
    out.println(
        comparison.seeds().size() > 1
            ? "± is the 95 % confidence interval over the runs; differences are taken run by run,"
                + " and ~ marks those that may be chance."
            : "One run says nothing of chance; --seeds 5 tells how sure the differences are.");
  }

  private static String letter(int index) {
    return index < 26 ? String.valueOf((char) ('A' + index)) : "#" + (index + 1);
  }

  private static List<String> header(int configurations) {
    var header = new ArrayList<String>();
    header.add("figure");
    for (int i = 0; i < configurations; i++) {
      header.add(letter(i));
    }
    for (int i = 1; i < configurations; i++) {
      header.add("%s - A".formatted(letter(i)));
      header.add("");
    }
    return header;
  }

  /** Whether a figure is more than zeros. */
  private static boolean says(Row row) {
    return row.estimates().stream().anyMatch(estimate -> estimate.mean() != 0);
  }

  private List<String> row(Row row) {
    var cells = new ArrayList<String>();
    cells.add(row.figure().name());
    for (Estimate estimate : row.estimates()) {
      cells.add(text(row.figure(), estimate, false));
    }
    for (Estimate difference : row.differences().subList(1, row.differences().size())) {
      cells.add(text(row.figure(), difference, true));
      cells.add(verdict(row.figure(), difference));
    }
    return cells;
  }

  private static String verdict(Figure figure, Estimate difference) {
    if (difference.mean() == 0 && difference.margin() == 0) {
      return "same";
    }
    if (difference.values().size() > 1 && !difference.certain()) {
      return "~";
    }
    boolean lower = difference.mean() < 0;
    return lower == (figure.better() == Better.LOWER) ? "better" : "worse";
  }

  private static String text(Figure figure, Estimate estimate, boolean signed) {
    String mean = text(figure, estimate.mean(), signed);
    return estimate.margin() == 0 ? mean : mean + " ± " + text(figure, estimate.margin(), false);
  }

  private static String text(Figure figure, double value, boolean signed) {
    String sign = value < 0 ? "-" : signed && value > 0 ? "+" : "";
    double size = Math.abs(value);
    return sign
        + switch (figure.unit()) {
          case SECONDS -> SimulationText.text(Duration.ofMillis(Math.round(size * MILLIS)));
          case SHARE -> "%.1f %%".formatted(size * 100);
          case COUNT -> "%,.1f".formatted(size);
          case RATIO -> "%.2f".formatted(size);
        };
  }
}
