package io.merapi.sim.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.html.HtmlReport.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobStripsTest {

  @Test
  void countEveryJobInItsQueueForAsLongAsItRan() {
    SimulationReport report = MadeUpReport.of(1, Duration.ofDays(1), 3_000, 3, 8, "team-");

    double[][] running = strips(report).running(report);

    assertThat(running).hasNumberOfRows(3);
    for (int row = 0; row < 3; row++) {
      String queue = new Sheet(new Markup(), runs(report)).queues.names().get(row);
      double seconds =
          report.jobList().stream()
              .filter(job -> job.queue().equals(queue))
              .mapToDouble(job -> ran(report, job))
              .sum();
      double column = Elapsed.seconds(report.duration()) / running[row].length;
      assertThat(Arrays.stream(running[row]).sum() * column).isCloseTo(seconds, within(1.0));
    }
  }

  @Test
  void shareTheLastStripAsAMeanWhereQueuesAreMany() {
    SimulationReport report = MadeUpReport.of(1, Duration.ofDays(1), 30_000, 50, 8, "team-");

    double[][] running = strips(report).running(report);

    // 31 queues of the same size share the last strip.
    assertThat(running).hasNumberOfRows(20);
    assertThat(Arrays.stream(running[19]).sum())
        .isCloseTo(Arrays.stream(running[0]).sum(), within(0.2 * Arrays.stream(running[0]).sum()));
  }

  private static JobStrips strips(SimulationReport report) {
    var sheet = new Sheet(new Markup(), runs(report));
    return new JobStrips(sheet, JobGroups.of(sheet));
  }

  private static List<Run> runs(SimulationReport report) {
    return List.of(new Run("a", report));
  }

  private static double ran(SimulationReport report, JobRecord job) {
    Instant start = job.start();
    Instant end = job.end();
    return start == null
        ? 0
        : Elapsed.seconds(Duration.between(start, end == null ? report.end() : end));
  }
}
