package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.enqueue.Enqueue;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** Jobs of two queues were both admitted though the queue above had room for one. */
class CapacityChargesEveryAncestorTest {

  @Test
  void theSecondJobWaits() {
    QueueWorld world =
        QueueWorld.tree(
                node("n1").allocatable("cpu", "8").build(),
                queue("root").build(),
                queue("a").capability("cpu", "2").build(),
                queue("a1").parent("a").build(),
                queue("a2").parent("a").build(),
                podGroup("first").queue("a1").minResource("cpu", "2").build(),
                podGroup("second").queue("a2").minResource("cpu", "2").build())
            .fixing(Fix.CHECK_ANCESTORS_AT_ENQUEUE);
    new Enqueue().execute(world.session());
    assertThat(world.job("first").phase()).isEqualTo(PodGroupPhase.INQUEUE);
    assertThat(world.job("second").phase()).isEqualTo(PodGroupPhase.PENDING);
  }
}
