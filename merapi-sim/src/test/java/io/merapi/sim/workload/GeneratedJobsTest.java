package io.merapi.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.simulation.ArrivalProcess;
import io.merapi.api.simulation.Distribution;
import io.merapi.api.simulation.WorkloadGenerator;
import io.merapi.api.simulation.WorkloadGenerator.Share;
import io.merapi.config.objects.SimulatedDuration;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GeneratedJobsTest {

  private static final Instant START = Workload.DEFAULT_START;
  private static final Pod POD = PodBuilder.pod("template").build();

  @Test
  void aPoissonProcessHasItsRateAndIndependentGaps() {
    List<Arrival> jobs =
        all(generator(new ArrivalProcess.Poisson(60), Duration.ofHours(200), null, podsOf(POD)), 1);

    // 60 an hour for 200 hours are 12,000 on average, and the standard deviation is 110.
    assertThat(jobs).hasSizeBetween(11_560, 12_440);
    double[] gaps = gaps(jobs);
    double mean = mean(gaps);
    double deviation = Math.sqrt(mean(squares(gaps)) - mean * mean);
    // Gaps of independent arrivals deviate as much as they are long.
    assertThat(deviation / mean).isCloseTo(1, within(0.05));
  }

  @Test
  void aDiurnalProcessHasItsPeakAndItsValley() {
    var process = new ArrivalProcess.Diurnal(60, Duration.ofHours(14), 0.8);
    List<Arrival> jobs = all(generator(process, Duration.ofDays(50), null, podsOf(POD)), 1);

    // cos is 0.99 on average within an hour around its top, so that 60 x (1 +- 0.8 x 0.99) come.
    assertThat(ofHour(jobs, 13.5) / 50).isCloseTo(107.5, within(5.0));
    assertThat(ofHour(jobs, 1.5) / 50).isCloseTo(12.5, within(2.0));
  }

  @Test
  void burstsHaveTheirSize() {
    var process =
        new ArrivalProcess.Bursty(1, new Distribution.Constant(5), Duration.ofSeconds(10));
    List<Arrival> jobs = all(generator(process, null, 50L, podsOf(POD)), 3);

    assertThat(jobs).hasSize(50).isSortedAccordingTo((a, b) -> a.when().compareTo(b.when()));
    // Ten bursts: after every fifth job there is a pause that no burst has inside.
    double[] gaps = gaps(jobs);
    for (int job = 1; job < 50; job++) {
      assertThat(gaps[job] > 10).as("gap before job " + job).isEqualTo(job % 5 == 0);
    }
  }

  @Test
  void theMixHasItsShares() {
    Pod other = PodBuilder.pod("other").label("kind", "other").build();
    List<Share> jobs = List.of(new Share(3, null, null, POD), new Share(1, null, null, other));
    var generator = generator(new ArrivalProcess.Poisson(60), null, 4000L, jobs);

    long others =
        all(generator, 1).stream()
            .filter(arrival -> arrival.object().meta().labels().has("kind"))
            .count();

    assertThat(others).isBetween(900L, 1100L);
  }

  @Test
  void aVolcanoJobGetsTheDrawnSizeAndRunTime() {
    var task =
        new VolcanoJob.Task(
            "worker", 1, 1, Labels.EMPTY, Labels.EMPTY, POD.spec(), List.of(), "", null);
    var template =
        new VolcanoJob(ObjectMeta.named("", ""), "", 1, List.of(task), List.of(), "q", "", 0, null);
    var share = new Share(1, new Distribution.Constant(8), new Distribution.Constant(90), template);
    var generator = generator(new ArrivalProcess.Poisson(60), null, 1L, List.of(share));

    VolcanoJob job = (VolcanoJob) all(generator, 1).getFirst().object();

    assertThat(job.key()).isEqualTo("team/load-0");
    assertThat(job.queue()).isEqualTo("q");
    // None says how many have to start together, so all of them do.
    assertThat(job.minAvailable()).isZero();
    assertThat(job.tasks().getFirst().minAvailable()).isNull();
    assertThat(job.tasks().getFirst().replicas()).isEqualTo(8);
    assertThat(job.tasks().getFirst().annotations().get(SimulationKeys.RUN_TIME))
        .isEqualTo("1m30s");
  }

  @Test
  void drawnRunTimesHaveTheirMedianAndTheir95thPercentile() {
    var share = new Share(1, null, new Distribution.LogNormal(60, 600), POD);
    var generator = generator(new ArrivalProcess.Poisson(60), null, 20_000L, List.of(share));

    double[] seconds =
        all(generator, 1).stream()
            .map(arrival -> arrival.object().meta().annotations())
            .map(annotations ->
                SimulatedDuration.parse(annotations.getOrDefault(SimulationKeys.RUN_TIME, "")))
            .filter(Objects::nonNull)
            .mapToDouble(runTime -> runTime.toMillis() / 1000.0)
            .sorted()
            .toArray();

    assertThat(seconds[10_000]).isCloseTo(60, within(3.0));
    assertThat(seconds[19_000]).isCloseTo(600, within(40.0));
  }

  @Test
  void theSameSeedGivesTheSameJobsAndAnotherGivesOthers() {
    var generator = generator(new ArrivalProcess.Poisson(60), null, 20L, podsOf(POD));

    assertThat(all(generator, 5)).isEqualTo(all(generator, 5));
    assertThat(all(generator, 5)).isNotEqualTo(all(generator, 6));
  }

  private static List<Share> podsOf(ClusterObject template) {
    return List.of(new Share(1, null, null, template));
  }

  private static WorkloadGenerator generator(
      ArrivalProcess process, @Nullable Duration until, @Nullable Long count, List<Share> jobs) {
    return new WorkloadGenerator(
        ObjectMeta.named("team", "load"), Duration.ZERO, until, count, process, jobs);
  }

  private static List<Arrival> all(WorkloadGenerator generator, long seed) {
    Arrivals arrivals = new GeneratedJobs(generator).open(START, seed);
    var all = new ArrayList<Arrival>();
    for (Arrival next = arrivals.next(); next != null; next = arrivals.next()) {
      all.add(next);
    }
    return all;
  }

  /** How many came in an hour of the day, on all days. */
  private static double ofHour(List<Arrival> jobs, double from) {
    return jobs.stream()
        .mapToDouble(job -> Duration.between(START, job.when()).toMillis() / 3_600_000.0 % 24)
        .filter(hour -> hour >= from && hour < from + 1)
        .count();
  }

  private static double[] gaps(List<Arrival> jobs) {
    var gaps = new double[jobs.size()];
    Instant last = START;
    for (int job = 0; job < gaps.length; job++) {
      gaps[job] = Duration.between(last, jobs.get(job).when()).toMillis() / 1000.0;
      last = jobs.get(job).when();
    }
    return gaps;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double[] squares(double[] values) {
    var squares = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      squares[i] = values[i] * values[i];
    }
    return squares;
  }
}
