package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Groups that were admitted and never started kept others from being admitted for ever. */
class OvercommitForgetsJobsThatDoNotStartTest {

  @Test
  void anAdmittedJobThatShowsNoSignOfLifeGivesItsRoomBackInTime() {
    assertThat(vote(world(Duration.ofHours(1)))).isEqualTo(Vote.REJECT);
    assertThat(vote(world(Duration.ofHours(1)).fixing(Fix.RELEASE_DEAD_INQUEUE)))
        .isEqualTo(Vote.PERMIT);
  }

  @Test
  void aJobThatWasJustAdmittedKeepsIt() {
    assertThat(vote(world(Duration.ofSeconds(10)).fixing(Fix.RELEASE_DEAD_INQUEUE)))
        .isEqualTo(Vote.REJECT);
  }

  private static World world(Duration age) {
    return new World(
        node("n1").allocatable("cpu", "10").build(),
        podGroup("dead")
            .created(World.NOW.minus(age))
            .phase(PodGroupPhase.INQUEUE)
            .minResource("cpu", "8")
            .build(),
        podGroup("job").phase(PodGroupPhase.PENDING).minResource("cpu", "8").build());
  }

  private static Vote vote(World world) {
    SchedulingSession session = world.open();
    return new Overcommit(OvercommitArgs.DEFAULTS, session)
        .jobEnqueueable(Objects.requireNonNull(session.job("default/job")));
  }
}
