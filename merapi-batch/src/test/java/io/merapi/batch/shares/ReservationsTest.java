package io.merapi.batch.shares;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.session.Job;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodGroupBuilder;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReservationsTest {

  @Test
  void anAdmittedJobKeepsOfItsQueueWhatItsTasksDoNotHoldYet() {
    var kept =
        kept(group().phase(PodGroupPhase.INQUEUE).build(), World.running("a", "job", "n1").build());
    assertThat(kept.inQueue).isEqualTo(3000);
  }

  @Test
  void itKeepsItsWholeMinimumOfTheCluster() {
    var kept =
        kept(group().phase(PodGroupPhase.INQUEUE).build(), World.running("a", "job", "n1").build());
    assertThat(kept.inCluster).isEqualTo(4000);
  }

  @Test
  void aRunningJobKeepsWhatIsMissingWhileItsMinimumOfTasksRuns() {
    var kept =
        kept(
            group().phase(PodGroupPhase.RUNNING).minMember(1).build(),
            World.running("a", "job", "n1").build());
    assertThat(kept.inQueue).isEqualTo(3000);
    assertThat(kept.inCluster).isEqualTo(3000);
  }

  @Test
  void aRunningJobOfWhichTooManyTasksHaveEndedKeepsNothing() {
    var kept =
        kept(
            group().phase(PodGroupPhase.RUNNING).minMember(2).build(),
            World.running("a", "job", "n1").build());
    assertThat(kept.inQueue).isZero();
    assertThat(kept.inCluster).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = PodGroupPhase.class,
      names = {"PENDING", "UNKNOWN", "COMPLETED", "UNSET"})
  void aJobInAnyOtherPhaseKeepsNothing(PodGroupPhase phase) {
    var kept = kept(group().phase(phase).build());
    assertThat(kept.inQueue).isZero();
    assertThat(kept.inCluster).isZero();
  }

  @Test
  void nothingIsKeptForGatedTasks() {
    var kept =
        kept(
            group().phase(PodGroupPhase.INQUEUE).build(),
            World.pending("a", "job").schedulingGate("example.com/wait").build());
    assertThat(kept.inQueue).isEqualTo(3000);
    assertThat(kept.admitted).isEqualTo(3000);
  }

  @Test
  void tasksThatHoldMoreThanTheMinimumDoNotMakeItNegative() {
    var kept =
        kept(
            group().phase(PodGroupPhase.INQUEUE).build(),
            World.running("a", "job", "n1").request("cpu", "6").build());
    assertThat(kept.inQueue).isZero();
  }

  /** A job that wants four CPUs free. */
  private static PodGroupBuilder group() {
    return podGroup("job").minResource("cpu", "4");
  }

  private static Kept kept(ClusterObject... objects) {
    SchedulingSession session =
        new World(node("n1").allocatable("cpu", "10").build()).with(objects).open();
    var reservations = new Reservations(session);
    Job job = Objects.requireNonNull(session.job("default/job"));
    return new Kept(
        reservations.inQueue(job).cpuMillis(),
        reservations.inCluster(job).cpuMillis(),
        reservations.admitted(job).cpuMillis());
  }

  private record Kept(double inQueue, double inCluster, double admitted) {}
}
