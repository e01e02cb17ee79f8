package io.merapi.sim.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.SimulationReport;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobChoiceTest {

  private static final Duration DAY = Duration.ofDays(1);

  @Test
  void showsAllWhereTheyAreFew() {
    SimulationReport report = MadeUpReport.of(1, DAY, 200, 3, 8, "team-");

    JobChoice choice = JobChoice.of(List.of(report));

    assertThat(choice.isAll()).isTrue();
    assertThat(choice.of(report)).isEqualTo(report.jobList());
  }

  @Test
  void showsThoseThatWaitedLongestInTheOrderOfTheirComing() {
    SimulationReport report = MadeUpReport.of(1, DAY, 5_000, 3, 8, "team-");
    List<JobRecord> longest =
        report.jobList().stream()
            .sorted(Comparator.comparing(JobRecord::waited).reversed())
            .limit(50)
            .toList();

    List<JobRecord> shown = JobChoice.of(List.of(report)).of(report);

    assertThat(shown).containsAll(longest).hasSizeBetween(100, 200);
    assertThat(shown).isSortedAccordingTo(Comparator.comparing(JobRecord::arrival));
  }

  @Test
  void showsThoseThatUsedMost() {
    SimulationReport report = MadeUpReport.of(1, DAY, 5_000, 3, 8, "team-");
    // With GPUs the scarcest by far, use is GPUs times run.
    List<JobRecord> largest =
        report.jobList().stream()
            .sorted(Comparator.comparingLong(job -> -job.gpus() * job.run().toSeconds()))
            .limit(50)
            .toList();

    assertThat(JobChoice.of(List.of(report)).of(report)).containsAll(largest);
  }

  @Test
  void showsJobsFromTheWholeTimeWhereAllAreAlike() {
    SimulationReport report = MadeUpReport.of(1, DAY, 1_000, 3, 8, "team-");
    JobRecord job = report.jobList().getFirst();
    List<JobRecord> alike = IntStream.range(0, 10_000).mapToObj(i -> coming(job, i)).toList();
    SimulationReport even = MadeUpReport.with(alike, report);

    List<JobRecord> shown = JobChoice.of(List.of(even)).of(even);

    Map<Long, Long> byThousand =
        shown.stream()
            .collect(
                Collectors.groupingBy(
                    one -> Duration.between(MadeUpReport.START, one.arrival()).toSeconds() / 1_000,
                    Collectors.counting()));
    assertThat(byThousand)
        .hasSize(10)
        .allSatisfy((_, count) -> assertThat(count).isBetween(3L, 30L));
  }

  private static JobRecord coming(JobRecord job, int second) {
    return new JobRecord(
        job.kind(),
        job.namespace(),
        "job-" + second,
        job.queue(),
        job.state(),
        MadeUpReport.START.plusSeconds(second),
        job.start(),
        job.end(),
        job.pods(),
        job.minimum(),
        job.cpuMillis(),
        job.memoryBytes(),
        job.gpus(),
        job.evictions(),
        job.restarts(),
        job.waited(),
        job.run());
  }

  @Test
  void showsAJobInAllRunsOnceItIsChosenInOne() {
    SimulationReport one = MadeUpReport.of(1, DAY, 5_000, 3, 8, "team-");
    SimulationReport other = MadeUpReport.of(2, DAY, 5_000, 3, 8, "team-");

    JobChoice choice = JobChoice.of(List.of(one, other));

    assertThat(choice.of(one))
        .extracting(JobRecord::name)
        .hasSizeGreaterThan(100)
        .isEqualTo(choice.of(other).stream().map(JobRecord::name).toList());
  }
}
