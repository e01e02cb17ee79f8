package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** A job that the plugin permitted and another plugin refused took room all the same. */
class CapacityVotesChangeNothingTest {

  @Test
  void onlyAdmissionTakesRoom() {
    QueueWorld world =
        QueueWorld.flat(
                node("n1").allocatable("cpu", "4").build(),
                podGroup("job").minResource("cpu", "4").build())
            .fixing(Fix.PURE_ENQUEUE_VOTES);
    assertThat(vote(world)).isEqualTo(Vote.PERMIT);
    assertThat(vote(world)).isEqualTo(Vote.PERMIT);
    world.plugin().jobEnqueued(world.job("job"));
    assertThat(vote(world)).isEqualTo(Vote.REJECT);
  }

  private static Vote vote(QueueWorld world) {
    return world.plugin().jobEnqueueable(world.job("job"));
  }
}
