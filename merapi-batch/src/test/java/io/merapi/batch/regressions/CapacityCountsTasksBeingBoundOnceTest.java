package io.merapi.batch.regressions;

import static io.merapi.batch.session.World.pending;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** While the pods of an admitted job were being bound, it took room of its queue twice. */
class CapacityCountsTasksBeingBoundOnceTest {

  @Test
  void whatItsTasksHoldIsNotKeptForThemAsWell() {
    QueueWorld world =
        QueueWorld.flat(
                node("n1").allocatable("cpu", "10").build(),
                queue("a").capability("cpu", "10").build(),
                podGroup("starts")
                    .queue("a")
                    .phase(PodGroupPhase.INQUEUE)
                    .minResource("cpu", "6")
                    .build(),
                pending("bound", "starts").request("cpu", "6").on("n1").build(),
                podGroup("job").queue("a").minResource("cpu", "4").build())
            .fixing(Fix.COUNT_BINDING_TASKS_ONCE);
    assertThat(world.cpus("a", "allocated")).isEqualTo(6);
    assertThat(world.cpus("a", "inqueue")).isZero();
    assertThat(world.plugin().jobEnqueueable(world.job("job"))).isEqualTo(Vote.PERMIT);
  }
}
