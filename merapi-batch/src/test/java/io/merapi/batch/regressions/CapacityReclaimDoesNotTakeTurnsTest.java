package io.merapi.batch.regressions;

import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** Queues that were both near what they deserve evicted each other's tasks by turns, for ever. */
class CapacityReclaimDoesNotTakeTurnsTest {

  @Test
  void aQueueThatWouldFallBelowWhatItDeservesKeepsItsTask() {
    QueueWorld world =
        QueueWorld.flat(
                node("n1").allocatable("cpu", "8").build(),
                queue("a").deserved("cpu", "4").build(),
                queue("b").deserved("cpu", "4").build(),
                podGroup("rich").queue("a").phase(PodGroupPhase.RUNNING).build(),
                running("r-a-0", "rich", "n1").request("cpu", "2").build(),
                running("r-a-1", "rich", "n1").request("cpu", "3").build(),
                podGroup("poor").queue("b").phase(PodGroupPhase.INQUEUE).build(),
                pending("p", "poor").request("cpu", "4").build())
            .fixing(Fix.RECLAIM_JUDGES_THE_RESULT);
    assertThat(world.victims("p", "r-a-0", "r-a-1")).isEmpty();
  }

  /** The second task was evicted because its queue has more cpus than it deserves. */
  private static final ClusterObject[] AFTER_AN_EVICTION = {
    node("n1").allocatable("cpu", "8").allocatable("memory", "8Gi").build(),
    queue("a").deserved("cpu", "4").deserved("memory", "4Gi").build(),
    podGroup("job").queue("a").phase(PodGroupPhase.RUNNING).build(),
    running("stays", "job", "n1").request("cpu", "4").build(),
    pending("evicted", "job").request("cpu", "2").request("memory", "1Gi").build()
  };

  @Test
  void whatWasTakenOfOneResourceIsNotTakenBackForAnother() {
    assertThat(reclaims(QueueWorld.flat(AFTER_AN_EVICTION))).isTrue();
    assertThat(reclaims(QueueWorld.flat(AFTER_AN_EVICTION).fixing(Fix.RECLAIM_JUDGES_THE_RESULT)))
        .isFalse();
  }

  private static boolean reclaims(QueueWorld world) {
    return world.plugin().preemptive(world.queue("a"), world.tasks("evicted"));
  }
}
