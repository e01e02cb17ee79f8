package io.merapi.sim.recording;

import static io.merapi.sim.recording.Film.asking;
import static io.merapi.sim.recording.Film.inGroup;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.node.Node;
import io.merapi.api.pod.PodPhase;
import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.GpuFragmentation;
import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.JobState;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.QueueShare;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.report.WaitBucket;
import io.merapi.sim.report.WaitingReason;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Figures that were computed by hand, on a cluster of which every event is known. */
class RecorderTest {

  private static final Node TEN_CORES = node("a").allocatable("cpu", "10").build();

  @Test
  void jobsAreJudgedByWhatTheyWaitedTookAndRan() {
    PodBuilder quick = asking("quick", "1");
    PodBuilder slow = asking("slow", "1");
    // quick: comes at 0, runs 0-4, so wait 0, turnaround 4, slowdown max(1, 4 / 10) = 1.
    // slow: comes at 10, runs 40-100, so wait 30, turnaround 90, slowdown 90 / 60 = 1.5.
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .comes(quick)
            .runs(quick, "a")
            .at(4)
            .ends(quick)
            .at(10)
            .comes(slow)
            .at(40)
            .runs(slow, "a")
            .at(100)
            .ends(slow)
            .end(120);

    JobSummary jobs = report.jobs();
    assertThat(jobs.finished()).isEqualTo(2);
    assertThat(jobs.waits().mean()).isEqualTo(seconds(15));
    assertThat(jobs.waits().median()).isEqualTo(seconds(0));
    assertThat(jobs.waits().p95()).isEqualTo(seconds(30));
    assertThat(jobs.turnarounds().mean()).isEqualTo(seconds(47));
    assertThat(jobs.turnarounds().longest()).isEqualTo(seconds(90));
    assertThat(jobs.slowdowns().mean()).isEqualTo(1.25);
    assertThat(jobs.slowdowns().largest()).isEqualTo(1.5);
    assertThat(report.makespan()).isEqualTo(seconds(100));
    assertThat(report.waitBuckets().getFirst())
        .isEqualTo(new WaitBucket(seconds(0), seconds(1), 1, 0));
    assertThat(report.waitBuckets().getLast())
        .isEqualTo(new WaitBucket(seconds(30), seconds(60), 1, 0));
  }

  @Test
  void utilisationCountsPodsThatRunAndAllocationThoseThatHoldSomething() {
    PodBuilder pod = asking("p", "5").phase(PodPhase.PENDING);
    // 5 of 10 cores: allocated 20-80, of which it starts until 30, runs 30-70 and ends until 80.
    // Utilisation 0.5 * 40 / 100 = 0.2, allocation 0.5 * 60 / 100 = 0.3.
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .apply(pod.build())
            .at(20)
            .apply(pod.on("a").build())
            .at(30)
            .runs(pod, "a")
            .at(70)
            .apply(pod.terminating().build())
            .at(80)
            .ends(pod)
            .end(100);

    ResourceUse cpu = report.resources().getFirst();
    assertThat(cpu.average()).isEqualTo(0.2);
    assertThat(cpu.allocated()).isEqualTo(0.3);
    assertThat(cpu.peak()).isEqualTo(0.5);
    assertThat(report.series().resources().getFirst().used().toArray()).contains(0, 0.5);
  }

  @Test
  void capacityThatComesLaterCountsFromThenOn() {
    PodBuilder pod = asking("p", "10");
    // 10 cores in use for 100 s, of 10 cores for 50 s and of 30 for 50 s: 1000 of 2000 seconds.
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .comes(pod)
            .runs(pod, "a")
            .at(50)
            .apply(node("b").allocatable("cpu", "20").build())
            .end(100);

    assertThat(report.resources().getFirst().average()).isEqualTo(0.5);
    assertThat(report.nodes()).isEqualTo(2);
  }

  @Test
  void whatAnEvictedPodHadDoneIsLost() {
    PodBuilder first = asking("p", "4").controller("batch/v1", "Job", "train");
    PodBuilder again = asking("p", "4").controller("batch/v1", "Job", "train");
    // 4 of 10 cores for 25 s in vain, then for 50 s: 100 of 1000 core-seconds are lost.
    // The job runs for 50 s of its turnaround of 85: the lost stretch is not its run.
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .comes(first)
            .at(5)
            .runs(first, "a")
            .at(30)
            .isEvicted(first)
            .comes(again)
            .at(35)
            .runs(again, "a")
            .at(85)
            .ends(again)
            .end(100);

    assertThat(report.counts()).isEqualTo(new PodCounts(2, 2, 1, 0, 0, 1));
    assertThat(report.lost().pods()).isEqualTo(1);
    assertThat(report.lost().podSeconds()).isEqualTo(25);
    assertThat(report.lost().resourceSeconds().getFirst()).isEqualTo(100_000);
    assertThat(report.resources().getFirst().lost()).isEqualTo(0.1);
    JobRecord job = report.jobList().getFirst();
    assertThat(report.jobList()).hasSize(1);
    assertThat(job.kind()).isEqualTo("Job");
    assertThat(job.name()).isEqualTo("train");
    assertThat(job.pods()).isEqualTo(1);
    assertThat(job.cpuMillis()).isEqualTo(4000);
    assertThat(job.evictions()).isEqualTo(1);
    assertThat(job.restarts()).isEqualTo(1);
    assertThat(job.waited()).isEqualTo(seconds(5));
    assertThat(job.run()).isEqualTo(seconds(50));
    assertThat(job.boundedSlowdown()).isEqualTo(85.0 / 50);
  }

  @Test
  void podsOfOneOwnerAreOneJobAndComeBackToIt() {
    PodBuilder one = asking("one", "1").controller("batch/v1", "Job", "train");
    PodBuilder two = asking("two", "2").controller("batch/v1", "Job", "train");
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .comes(one)
            .runs(one, "a")
            .at(10)
            .ends(one)
            .comes(two)
            .runs(two, "a")
            .at(30)
            .ends(two)
            .end(40);

    assertThat(report.jobList())
        .singleElement()
        .satisfies(job -> {
          assertThat(job.pods()).isEqualTo(2);
          assertThat(job.cpuMillis()).isEqualTo(3000);
          assertThat(job.run()).isEqualTo(seconds(30));
          assertThat(job.state()).isEqualTo(JobState.FINISHED);
          assertThat(job.turnaround()).isEqualTo(seconds(30));
        });
  }

  @Test
  void aPodOfTheSameNameAfterTheEndOfTheFirstIsAnotherJob() {
    PodBuilder first = asking("p", "1");
    PodBuilder second = asking("p", "1");
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .comes(first)
            .runs(first, "a")
            .at(10)
            .ends(first)
            .delete(first.build())
            .at(20)
            .comes(second)
            .end(30);

    assertThat(report.jobList().stream().map(JobRecord::state))
        .containsExactly(JobState.FINISHED, JobState.WAITING);
  }

  @Test
  void aJobIsStarvedOnceItHasWaitedTooLongAndFailedWhenItsPodIs() {
    PodBuilder starved = asking("starved", "99");
    PodBuilder waiting = asking("waiting", "99");
    PodBuilder failing = asking("failing", "1");
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .comes(starved)
            .comes(failing)
            .runs(failing, "a")
            .at(10)
            .fails(failing)
            .at(3000)
            .comes(waiting)
            .end(3601);

    assertThat(report.jobList().stream().map(JobRecord::state))
        .containsExactly(JobState.STARVED, JobState.FAILED, JobState.WAITING);
    assertThat(report.jobs().starved()).isEqualTo(1);
    assertThat(report.jobs().failed()).isEqualTo(1);
    assertThat(report.jobs().notStarted()).isEqualTo(2);
  }

  @Test
  void aGangStartsWhenItsMinimumHasNodes() {
    PodGroup group = podGroup("gang").minMember(2).queue("q").phase(PodGroupPhase.INQUEUE).build();
    PodBuilder one = inGroup("one", group, "1");
    PodBuilder two = inGroup("two", group, "1");
    PodBuilder three = inGroup("three", group, "1");
    SimulationReport report =
        Film.ofGroups()
            .apply(TEN_CORES)
            .apply(group)
            .comes(one)
            .comes(two)
            .comes(three)
            .at(10)
            .runs(one, "a")
            .at(20)
            .runs(two, "a")
            .at(70)
            .ends(one)
            .ends(two)
            .end(100);

    JobRecord job = report.jobList().getFirst();
    assertThat(job.start()).isEqualTo(Film.START.plusSeconds(20));
    assertThat(job.minimum()).isEqualTo(2);
    assertThat(job.pods()).isEqualTo(3);
    // The third pod still waits, so it is not over.
    assertThat(job.state()).isEqualTo(JobState.WAITING);
    assertThat(job.end()).isNull();
    assertThat(report.series().pendingJobs().at(0)).isEqualTo(1);
    assertThat(report.series().pendingJobs().at(report.series().points() - 1)).isZero();
  }

  @Test
  void podsThatAreThereBeforeTheirGroupBelongToIt() {
    PodGroup group = podGroup("gang").minMember(1).phase(PodGroupPhase.RUNNING).build();
    PodBuilder pod = inGroup("one", group, "1");
    SimulationReport report =
        Film.ofGroups().apply(TEN_CORES).runs(pod, "a").apply(group).at(9).ends(pod).end(10);

    assertThat(report.jobList())
        .singleElement()
        .satisfies(job -> assertThat(job.state()).isEqualTo(JobState.FINISHED));
  }

  @Test
  void aGroupThatIsMadeAgainIsTheSameJob() {
    PodGroup group = podGroup("gang").minMember(1).phase(PodGroupPhase.INQUEUE).build();
    PodBuilder first = inGroup("one", group, "1");
    PodBuilder again = inGroup("one", group, "1");
    SimulationReport report =
        Film.ofGroups()
            .apply(TEN_CORES)
            .apply(group)
            .comes(first)
            .runs(first, "a")
            .at(10)
            .delete(group)
            .isEvicted(first)
            .apply(group.withMeta(group.meta().withUid("another")))
            .comes(again)
            .runs(again, "a")
            .at(30)
            .ends(again)
            .end(40);

    assertThat(report.jobList())
        .singleElement()
        .satisfies(job -> {
          assertThat(job.state()).isEqualTo(JobState.FINISHED);
          assertThat(job.restarts()).isEqualTo(1);
          assertThat(job.evictions()).isEqualTo(1);
        });
  }

  @Test
  void podsThatAreEndedBecauseTheirJobIsDoneAreNoLoss() {
    PodGroup group = podGroup("mpi").minMember(2).phase(PodGroupPhase.RUNNING).build();
    PodBuilder launcher = inGroup("launcher", group, "1");
    PodBuilder worker = inGroup("worker", group, "1");
    SimulationReport report =
        Film.ofGroups()
            .apply(TEN_CORES)
            .apply(group)
            .runs(launcher, "a")
            .runs(worker, "a")
            .at(50)
            .ends(launcher)
            .delete(group)
            .at(51)
            .isEvicted(worker)
            .end(60);

    assertThat(report.lost().pods()).isZero();
    assertThat(report.counts().evicted()).isZero();
    JobRecord job = report.jobList().getFirst();
    assertThat(job.state()).isEqualTo(JobState.FINISHED);
    assertThat(job.end()).isEqualTo(Film.START.plusSeconds(50));
  }

  @Test
  void withoutAPluginThatDividesQueuesDeserveByTheWeightsOfThoseThatHaveJobs() {
    PodGroup ofA = podGroup("ja").queue("qa").minMember(1).phase(PodGroupPhase.INQUEUE).build();
    PodGroup ofB = podGroup("jb").queue("qb").minMember(1).phase(PodGroupPhase.INQUEUE).build();
    PodBuilder podA = inGroup("pa", ofA, "6");
    PodBuilder podB = inGroup("pb", ofB, "4");
    // 0-50: only qa has jobs and deserves all; it uses 6 of 10 cores.
    // 50-100: qb has a job that waits. By weights 3:1 qa deserves 0.75 and qb 0.25.
    // 100-150: qb uses 4 cores.
    // 150-200: qa has no jobs any more, and qb deserves all.
    SimulationReport report =
        Film.ofGroups()
            .apply(TEN_CORES)
            .apply(queue("qa").weight(3).build())
            .apply(queue("qb").weight(1).build())
            .apply(ofA)
            .comes(podA)
            .runs(podA, "a")
            .at(50)
            .apply(ofB)
            .comes(podB)
            .at(100)
            .runs(podB, "a")
            .at(150)
            .ends(podA)
            .end(200);

    QueueShare a = report.queues().get(0).shares().getFirst();
    // Used 0.6 for 150 of 200 s; deserved (1 * 50 + 0.75 * 100) / 200.
    assertThat(a.used()).isCloseTo(0.45, within(1e-9));
    assertThat(a.deserved()).isCloseTo(0.625, within(1e-9));
    // |0.6 - 1| for 50 s and |0.6 - 0.75| for 100 s, over its 150 s.
    assertThat(a.distance()).isCloseTo((0.4 * 50 + 0.15 * 100) / 150, within(1e-9));
    // Nothing of it waited.
    assertThat(a.shortfall()).isZero();

    QueueShare b = report.queues().get(1).shares().getFirst();
    // Used 0.4 for 100 of 200 s; deserved (0.25 * 100 + 1 * 50) / 200.
    assertThat(b.used()).isCloseTo(0.2, within(1e-9));
    assertThat(b.deserved()).isCloseTo(0.375, within(1e-9));
    // |0 - 0.25|, |0.4 - 0.25| and |0.4 - 1| for 50 s each, over its 150 s.
    assertThat(b.distance()).isCloseTo((0.25 + 0.15 + 0.6) / 3, within(1e-9));
    assertThat(b.shortfall()).isCloseTo(0.25, within(1e-9));

    // Used of deserved: 0.45 / 0.625 = 0.72 and 0.2 / 0.375 = 0.5333.
    // Jain: (0.72 + 0.5333)^2 / (2 * (0.72^2 + 0.5333^2)) = 1.5709 / 1.6057.
    assertThat(Objects.requireNonNull(report.fairness()).jain()).isCloseTo(0.97833, within(1e-4));
    List<QueueCurves> curves = report.series().queues();
    assertThat(curves.get(1).pendingJobs().largest()).isEqualTo(1);
    assertThat(curves.get(1).shares().getFirst().deserved().largest()).isEqualTo(1);
  }

  @Test
  void freeGpusAreFragmentedWhereTheRequestsOfTheWorkloadDoNotFit() {
    PodBuilder small = asking("small", "1").request("nvidia.com/gpu", "1");
    PodBuilder large = asking("large", "1").request("nvidia.com/gpu", "4");
    // Two nodes of 4 cards. One card of the first is used: its 3 free cards are of no use to the
    // large request, which is one of two, so 1.5 count; the 4 cards of the second are of use to
    // both. 1.5 of 7 free cards and of 8 cards are fragmented.
    SimulationReport report =
        Film.ofPods()
            .apply(gpuNode("a"))
            .apply(gpuNode("b"))
            .comes(small)
            .comes(large)
            .runs(small, "a")
            .end(100);

    GpuFragmentation fragmentation = Objects.requireNonNull(report.fragmentation());
    assertThat(fragmentation.ofFree()).isCloseTo(1.5 / 7, within(1e-9));
    assertThat(fragmentation.ofAll()).isCloseTo(1.5 / 8, within(1e-9));
  }

  @Test
  void aClusterWithoutGpusHasNoFragmentation() {
    assertThat(Film.ofPods().apply(TEN_CORES).end(10).fragmentation()).isNull();
  }

  @Test
  void theHeatMapHasARowForEachNodeAndNothingWhereItWasNotThere() {
    PodBuilder pod = asking("p", "5");
    SimulationReport report =
        Film.ofPods()
            .apply(TEN_CORES)
            .comes(pod)
            .runs(pod, "a")
            .at(100)
            .apply(gpuNode("b"))
            .end(200);

    assertThat(report.heatMap().rows()).hasSize(2);
    assertThat(report.heatMap().rows().get(0).used().at(0)).isEqualTo(0.5);
    assertThat(report.heatMap().rows().get(1).used().at(0)).isNaN();
    assertThat(report.heatMap().rows().get(1).used().at(report.heatMap().points() - 1)).isZero();
  }

  @Test
  void manyNodesShareTheRowsOfTheHeatMap() {
    Film film = Film.ofPods();
    for (int i = 0; i < 450; i++) {
      film.apply(node("n%04d".formatted(i)).allocatable("cpu", "10").build());
    }
    PodBuilder pod = asking("p", "6");
    film.comes(pod).runs(pod, "n0001").at(50);
    film.apply(node("n0001b").allocatable("cpu", "10").build());
    SimulationReport report = film.end(100);

    // 450 nodes at 3 to a row are 150 rows; the node that came later has one of its own.
    assertThat(report.heatMap().rows()).hasSize(151);
    var first = report.heatMap().rows().getFirst();
    assertThat(first.first()).isEqualTo("n0000");
    assertThat(first.last()).isEqualTo("n0002");
    assertThat(first.nodes()).isEqualTo(3);
    assertThat(first.used().at(0)).isCloseTo(0.6 / 3, within(1e-9));
  }

  @Test
  void timeIsAddedUpByReason() {
    PodGroup waiting = podGroup("w").minMember(3).phase(PodGroupPhase.PENDING).build();
    PodBuilder pod = asking("p", "99");
    // p has no message until 10 and then one until the end at 40. The group has no pods, of which
    // 3 are to come, and is not admitted for 40 s.
    SimulationReport report =
        Film.ofGroups()
            .apply(TEN_CORES)
            .apply(waiting)
            .comes(pod)
            .at(10)
            .comes(pod.condition("PodScheduled", "False", "Unschedulable"))
            .end(40);

    assertThat(report.waitingReasons())
        .containsExactly(
            new WaitingReason(WaitingReasons.NOT_ADMITTED, 120), new WaitingReason("", 40));
  }

  private static Node gpuNode(String name) {
    return node(name).allocatable("cpu", "10").allocatable("nvidia.com/gpu", "4").build();
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}
