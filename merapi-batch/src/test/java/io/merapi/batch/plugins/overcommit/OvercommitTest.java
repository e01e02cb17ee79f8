package io.merapi.batch.plugins.overcommit;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodGroupBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OvercommitTest {

  /** A cluster of ten CPUs and ten GiB. */
  private final World world =
      new World(node("n1").allocatable("cpu", "10").allocatable("memory", "10Gi").build());

  @ParameterizedTest(name = "with a factor of {0}, {1} CPUs: {2}")
  @CsvSource({
    "1.2, 12, PERMIT",
    "1.2, 12500m, REJECT",
    "1, 10, PERMIT",
    "1, 10001m, REJECT",
    "2.5, 25, PERMIT"
  })
  void aJobIsAdmittedAsIfTheClusterWereLarger(double factor, String cpu, Vote expected) {
    world.with(waiting("job").minResource("cpu", cpu).build());
    assertThat(vote(factor, "job")).isEqualTo(expected);
  }

  @Test
  void aJobThatStatesNoMinimumIsAlwaysAdmitted() {
    world.with(
        podGroup("other").phase(PodGroupPhase.INQUEUE).minResource("cpu", "100").build(),
        waiting("job").build());
    assertThat(vote(1.2, "job")).isEqualTo(Vote.PERMIT);
  }

  @Test
  void onlyResourcesThatTheJobAsksForMatter() {
    world.with(
        podGroup("other").phase(PodGroupPhase.INQUEUE).minResource("cpu", "100").build(),
        waiting("job").minResource("memory", "1Gi").build());
    assertThat(vote(1.2, "job")).isEqualTo(Vote.PERMIT);
  }

  @Test
  void whatRunningTasksUseIsNotThereForOthers() {
    world.with(
        podGroup("other").phase(PodGroupPhase.RUNNING).build(),
        World.running("runs", "other", "n1").request("cpu", "8").build(),
        waiting("fits").minResource("cpu", "4").build(),
        waiting("job").minResource("cpu", "5").build());
    assertThat(vote(1.2, "fits")).isEqualTo(Vote.PERMIT);
    assertThat(vote(1.2, "job")).isEqualTo(Vote.REJECT);
  }

  @Test
  void whatAdmittedJobsWaitForIsNotThereForOthersEither() {
    world.with(
        podGroup("other").phase(PodGroupPhase.INQUEUE).minResource("cpu", "8").build(),
        waiting("job").minResource("cpu", "5").build());
    assertThat(vote(1.2, "job")).isEqualTo(Vote.REJECT);
  }

  @Test
  void ofAJobThatRunsOnlyWhatItsMinimumStillLacksIsKept() {
    world.with(
        podGroup("other").minMember(1).phase(PodGroupPhase.RUNNING).minResource("cpu", "6").build(),
        World.running("runs", "other", "n1").request("cpu", "4").build());
    assertThat(inqueue().cpuMillis()).isEqualTo(2000);
  }

  @Test
  void aJobThatRunsBelowItsMinimumKeepsNothing() {
    world.with(
        podGroup("other").minMember(2).phase(PodGroupPhase.RUNNING).minResource("cpu", "6").build(),
        World.running("runs", "other", "n1").request("cpu", "4").build());
    assertThat(inqueue().cpuMillis()).isZero();
  }

  @Test
  void nothingIsKeptForGatedTasks() {
    world.with(
        podGroup("other").phase(PodGroupPhase.INQUEUE).minResource("cpu", "6").build(),
        World.pending("gated", "other").schedulingGate("wait").request("cpu", "4").build());
    assertThat(inqueue().cpuMillis()).isEqualTo(2000);
  }

  @Test
  void everyAdmissionLeavesLessForTheNext() {
    world.with(
        waiting("first").minResource("cpu", "8").build(),
        waiting("second").minResource("cpu", "8").build());
    SchedulingSession session = world.open();
    var plugin = new Overcommit(OvercommitArgs.DEFAULTS, session);
    assertThat(plugin.jobEnqueueable(job(session, "second"))).isEqualTo(Vote.PERMIT);
    plugin.jobEnqueued(job(session, "first"));
    assertThat(plugin.jobEnqueueable(job(session, "second"))).isEqualTo(Vote.REJECT);
  }

  @Test
  void askingAloneChangesNothing() {
    world.with(waiting("job").minResource("cpu", "8").build());
    SchedulingSession session = world.open();
    var plugin = new Overcommit(OvercommitArgs.DEFAULTS, session);
    assertThat(plugin.jobEnqueueable(job(session, "job"))).isEqualTo(Vote.PERMIT);
    assertThat(plugin.jobEnqueueable(job(session, "job"))).isEqualTo(Vote.PERMIT);
  }

  @Test
  void aRefusalIsReportedWithTheResourcesThatAreShort() {
    world.with(waiting("job").minResource("cpu", "20").minResource("memory", "20Gi").build());
    assertThat(vote(1.2, "job")).isEqualTo(Vote.REJECT);
    assertThat(world.effects().events())
        .containsExactly(
            "Normal job: Unschedulable, resource in cluster is overused: overused cpu, overused"
                + " memory");
  }

  @Test
  void itsFiguresCanBeSeen() {
    world.with(
        podGroup("other").phase(PodGroupPhase.INQUEUE).minResource("cpu", "3").build(),
        World.running("runs", "other", "n1").request("cpu", "4").build());
    SchedulingSession session = world.open();
    var attributes = new Overcommit(new OvercommitArgs(1.5), session).attributes();
    assertThat(attributes)
        .containsEntry("totalResource", session.totalResources())
        .containsEntry("overCommitFactor", 1.5);
    assertThat(cpu(attributes.get("idleResource"))).isEqualTo(11_000);
    assertThat(cpu(attributes.get("inqueueResource"))).isEqualTo(3000);
  }

  private static double cpu(@Nullable Object amount) {
    return ((Resources) Objects.requireNonNull(amount)).cpuMillis();
  }

  private static PodGroupBuilder waiting(String name) {
    return podGroup(name).phase(PodGroupPhase.PENDING);
  }

  private Resources inqueue() {
    Object amount =
        new Overcommit(OvercommitArgs.DEFAULTS, world.open()).attributes().get("inqueueResource");
    return (Resources) Objects.requireNonNull(amount);
  }

  private Vote vote(double factor, String name) {
    SchedulingSession session = world.open();
    return new Overcommit(new OvercommitArgs(factor), session).jobEnqueueable(job(session, name));
  }

  private static JobState job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }
}
