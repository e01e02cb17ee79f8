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
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.capacity.QueueWorld;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reclaim made room for tasks that their queue, or one above it, could not have. */
class CapacityReclaimStaysWithinRealCapabilityTest {

  /** Queue {@code a} may have four cpus and has three of them; {@code b} uses the rest of eight. */
  private static final ClusterObject[] CLUSTER = {
    node("n1").allocatable("cpu", "8").build(),
    queue("root").build(),
    queue("a").capability("cpu", "4").build(),
    queue("a1").parent("a").deserved("cpu", "2").build(),
    queue("a2").parent("a").build(),
    queue("b").build(),
    podGroup("sibling").queue("a2").phase(PodGroupPhase.RUNNING).build(),
    running("s", "sibling", "n1")
        .request("cpu", "3")
        .annotation("volcano.sh/preemptable", "false")
        .build(),
    podGroup("rich").queue("b").phase(PodGroupPhase.RUNNING).build(),
    running("r", "rich", "n1").request("cpu", "5").build(),
    podGroup("poor").queue("a1").phase(PodGroupPhase.INQUEUE).build(),
    pending("p", "poor").request("cpu", "2").build()
  };

  @Test
  void aTaskThatAQueueAboveCannotHaveEvictsNobody() {
    assertThat(evictions(QueueWorld.tree(CLUSTER))).containsExactly("evict r: reclaim");
    assertThat(evictions(QueueWorld.tree(CLUSTER).fixing(Fix.RECLAIM_CAPPED_BY_REAL_CAPABILITY)))
        .isEmpty();
  }

  @Test
  void roomMadeBelowTheFullQueueIsRoom() {
    QueueWorld world =
        QueueWorld.tree(CLUSTER)
            .with(running("s", "sibling", "n1").request("cpu", "3").build())
            .fixing(Fix.RECLAIM_CAPPED_BY_REAL_CAPABILITY);
    assertThat(evictions(world)).containsExactly("evict s: reclaim");
    assertThat(world.cpus("a", "allocated")).isEqualTo(2);
  }

  private static List<String> evictions(QueueWorld world) {
    new Reclaim().execute(world.withGangs().session());
    return world.effects().calls();
  }

  @Test
  void aQueueDoesNotReclaimBeyondItsOwn() {
    QueueWorld world =
        QueueWorld.flat(
                node("n1").allocatable("cpu", "8").build(),
                queue("a")
                    .deserved("cpu", "1")
                    .deserved("memory", "4Gi")
                    .capability("cpu", "1")
                    .build(),
                podGroup("poor").queue("a").phase(PodGroupPhase.INQUEUE).build(),
                pending("p", "poor").request("cpu", "2").request("memory", "1Gi").build())
            .fixing(Fix.RECLAIM_CAPPED_BY_REAL_CAPABILITY);
    assertThat(world.plugin().preemptive(world.queue("a"), world.tasks("p"))).isFalse();
  }
}
