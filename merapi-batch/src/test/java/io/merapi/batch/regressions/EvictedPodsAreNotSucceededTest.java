package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.pod.PodPhase;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A pod whose containers exited with 0 when it was evicted counted for its gang's readiness. */
class EvictedPodsAreNotSucceededTest {

  private final World world =
      new World(
              node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
              podGroup("job").minMember(2).build(),
              World.running("runs", "job", "n1").build(),
              World.running("evicted", "job", "n1").phase(PodPhase.SUCCEEDED).terminating().build())
          .tier(Gang::new);

  @Test
  void aGangIsNotReadyWithAMemberThatWasEvicted() {
    assertThat(ready(world)).as("as upstream has it").isTrue();
    assertThat(ready(world.fixing(Fix.EVICTED_IS_NOT_SUCCEEDED))).isFalse();
  }

  @Test
  void aMemberThatEndedByItselfStillCounts() {
    world.with(World.running("done", "job", "n1").phase(PodPhase.SUCCEEDED).build());
    assertThat(ready(world.fixing(Fix.EVICTED_IS_NOT_SUCCEEDED))).isTrue();
  }

  private static boolean ready(World world) {
    SchedulingSession session = world.open();
    return session.votes().ready(Objects.requireNonNull(session.job("default/job")));
  }
}
