package io.merapi.batch.regressions;

import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** What jobs kept of scalars was counted in thousandths in one place and in ones in another. */
class CapacityScalarsHaveOneUnitTest {

  @Test
  void devicesOfTasksOfMinimumsAndOfQueuesCompare() {
    QueueWorld world =
        QueueWorld.flat(
                node("n1")
                    .allocatable("cpu", "8")
                    .allocatable("nvidia.com/gpu", "8")
                    .allocatable("pods", "20")
                    .build(),
                queue("a").capability("nvidia.com/gpu", "4").capability("pods", "10").build(),
                podGroup("starts")
                    .queue("a")
                    .phase(PodGroupPhase.INQUEUE)
                    .minResource("nvidia.com/gpu", "2")
                    .minResource("pods", "2")
                    .build(),
                running("a", "starts", "n1").request("nvidia.com/gpu", "1").build(),
                podGroup("fits")
                    .queue("a")
                    .minResource("nvidia.com/gpu", "2")
                    .minResource("pods", "2")
                    .build(),
                podGroup("bulky").queue("a").minResource("nvidia.com/gpu", "3").build(),
                pending("b", "fits").request("nvidia.com/gpu", "3").build(),
                pending("c", "fits").request("nvidia.com/gpu", "4").build())
            .fixing(Fix.ONE_SCALAR_UNIT);
    assertThat(world.plugin().jobEnqueueable(world.job("fits"))).isEqualTo(Vote.PERMIT);
    assertThat(world.plugin().jobEnqueueable(world.job("bulky"))).isEqualTo(Vote.REJECT);
    assertThat(world.plugin().allocatable(world.queue("a"), world.task("b"))).isTrue();
    assertThat(world.plugin().allocatable(world.queue("a"), world.task("c"))).isFalse();
  }
}
