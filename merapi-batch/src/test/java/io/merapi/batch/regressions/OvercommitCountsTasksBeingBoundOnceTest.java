package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** While the pods of an admitted job were being bound, the job took its room twice. */
class OvercommitCountsTasksBeingBoundOnceTest {

  private final World world =
      new World(
          node("n1").allocatable("cpu", "10").build(),
          podGroup("starts").phase(PodGroupPhase.INQUEUE).minResource("cpu", "6").build(),
          World.pending("s", "starts").request("cpu", "6").on("n1").phase(PodPhase.PENDING).build(),
          podGroup("job").phase(PodGroupPhase.PENDING).minResource("cpu", "6").build());

  @Test
  void whatItsTasksHoldIsNotKeptForThemAsWell() {
    assertThat(vote(world)).isEqualTo(Vote.REJECT);
    assertThat(vote(world.fixing(Fix.COUNT_BINDING_TASKS_ONCE))).isEqualTo(Vote.PERMIT);
  }

  private static Vote vote(World world) {
    SchedulingSession session = world.open();
    return new Overcommit(OvercommitArgs.DEFAULTS, session)
        .jobEnqueueable(Objects.requireNonNull(session.job("default/job")));
  }
}
