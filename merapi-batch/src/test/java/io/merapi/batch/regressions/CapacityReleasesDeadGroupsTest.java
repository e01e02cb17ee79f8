package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.capacity.QueueWorld;
import io.merapi.batch.session.World;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A group that had been admitted and never started kept its part of the queue for ever. */
class CapacityReleasesDeadGroupsTest {

  @Test
  void afterAWhileItKeepsNothing() {
    assertThat(vote(Duration.ofMinutes(1))).isEqualTo(Vote.REJECT);
    assertThat(vote(Duration.ofHours(1))).isEqualTo(Vote.PERMIT);
  }

  private static Vote vote(Duration age) {
    QueueWorld world =
        QueueWorld.flat(
                node("n1").allocatable("cpu", "4").build(),
                podGroup("dead")
                    .phase(PodGroupPhase.INQUEUE)
                    .created(World.NOW.minus(age))
                    .minResource("cpu", "4")
                    .build(),
                podGroup("job").minResource("cpu", "4").build())
            .fixing(Fix.RELEASE_DEAD_INQUEUE);
    return world.plugin().jobEnqueueable(world.job("job"));
  }
}
