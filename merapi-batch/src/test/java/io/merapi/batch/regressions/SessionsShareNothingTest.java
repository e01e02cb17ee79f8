package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Sessions and the cache behind them wrote to the same objects, from several threads. */
class SessionsShareNothingTest {

  private final World world =
      new World(
          node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
          podGroup("job").build(),
          World.pending("a", "job").build());

  @Test
  void whatOneDoesTheOtherDoesNotSee() {
    SchedulingSession one = world.open();
    SchedulingSession other = world.open();
    place(one);

    assertThat(job(one).tasks(TaskStatus.ALLOCATED)).hasSize(1);
    assertThat(job(other).tasks(TaskStatus.PENDING)).hasSize(1);
    assertThat(other.nodes().getFirst().idle().cpuMillis()).isEqualTo(4000);
    assertThat(Objects.requireNonNull(other.cluster().node("n1")).pods()).isEmpty();
  }

  @Test
  void norDoesOneThatIsOpenedLater() {
    place(world.open());

    assertThat(job(world.open()).tasks(TaskStatus.PENDING)).hasSize(1);
  }

  private static void place(SchedulingSession session) {
    Statement statement = session.statement();
    statement.allocate(job(session).tasks().getFirst(), session.nodes().getFirst());
  }

  private static JobState job(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job"));
  }
}
