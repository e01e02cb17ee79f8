package io.merapi.sim.report.html;

import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.SimulationReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How many jobs of each group ran at a time: all of them, where bars can only show some. */
final class JobStrips {

  private static final int COLUMNS = 200;

  /** Strips; groups beyond share the last, which shows their mean. */
  private static final int ROWS = 20;

  private final Sheet sheet;
  private final JobGroups groups;
  private final List<String> names;

  /** How many share the last strip. */
  private final int more;

  /** How many jobs have full colour, in all runs alike. */
  private final double full;

  JobStrips(Sheet sheet, JobGroups groups) {
    this.sheet = sheet;
    this.groups = groups;
    int all = groups.names().size();
    var rows = new ArrayList<>(groups.names().subList(0, all > ROWS ? ROWS - 1 : all));
    this.more = all - rows.size();
    if (more > 0) {
      rows.add("mean of %d more".formatted(more));
    }
    this.names = List.copyOf(rows);
    this.full =
        Math.max(
            1,
            sheet.largest(report ->
                Arrays.stream(running(report)).flatMapToDouble(Arrays::stream).max().orElse(0)));
  }

  void draw(SimulationReport report) {
    double[][] running = running(report);
    var image = new HeatImage(COLUMNS, names.size());
    for (int row = 0; row < running.length; row++) {
      for (int column = 0; column < COLUMNS; column++) {
        image.set(row, column, running[row][column] / full);
      }
    }
    new HeatChart(sheet.page, sheet.time)
        .draw(
            new HeatChart.Content(
                "Jobs between start and end",
                names.stream().map(HeatChart.Row::new).toList(),
                image,
                Unit.COUNT,
                full,
                Elapsed.seconds(report.duration())));
  }

  /** For each strip the mean number of jobs in each column. */
  double[][] running(SimulationReport report) {
    double[][] running = new double[names.size()][COLUMNS];
    double column = Math.max(1e-3, Elapsed.seconds(report.duration())) / COLUMNS;
    for (JobRecord job : report.jobList()) {
      Instant start = job.start();
      if (start != null) {
        Instant end = job.end();
        double from = Elapsed.seconds(Duration.between(report.start(), start)) / column;
        double to =
            Elapsed.seconds(Duration.between(report.start(), end == null ? report.end() : end))
                / column;
        add(running[row(groups.of(job))], from, to);
      }
    }
    if (more > 0) {
      Arrays.setAll(running[names.size() - 1], i -> running[names.size() - 1][i] / more);
    }
    return running;
  }

  private static void add(double[] columns, double from, double to) {
    for (int i = Math.max(0, (int) from); i < Math.min(to, COLUMNS); i++) {
      columns[i] += Math.min(to, i + 1) - Math.max(from, i);
    }
  }

  private int row(String group) {
    int index = names.indexOf(group);
    return index >= 0 ? index : names.size() - 1;
  }
}
