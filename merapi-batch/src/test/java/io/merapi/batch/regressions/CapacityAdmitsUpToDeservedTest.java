package io.merapi.batch.regressions;

import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** A job that could have reclaimed what its queue deserves was never admitted to ask for it. */
class CapacityAdmitsUpToDeservedTest {

  /** One queue uses all that the queue above both may have. */
  private static final ClusterObject[] CLUSTER = {
    node("n1").allocatable("cpu", "8").build(),
    queue("root").build(),
    queue("a").capability("cpu", "4").build(),
    queue("borrower").parent("a").deserved("cpu", "2").build(),
    queue("lender").parent("a").deserved("cpu", "2").build(),
    podGroup("guest")
        .queue("borrower")
        .phase(PodGroupPhase.RUNNING)
        .minResource("cpu", "4")
        .build(),
    running("g", "guest", "n1").request("cpu", "4").build(),
    podGroup("owner").queue("lender").minResource("cpu", "2").build(),
    podGroup("greedy").queue("lender").minResource("cpu", "3").build()
  };

  @Test
  void aQueueIsAdmittedWhatItDeservesThoughOthersHaveIt() {
    assertThat(vote(QueueWorld.tree(CLUSTER), "owner")).isEqualTo(Vote.REJECT);
    QueueWorld world = QueueWorld.tree(CLUSTER).fixing(Fix.ENQUEUE_UP_TO_DESERVED);
    assertThat(vote(world, "owner")).isEqualTo(Vote.PERMIT);
    assertThat(vote(world, "greedy")).isEqualTo(Vote.REJECT);
    assertThat(world.session().entitled(world.job("owner"))).isTrue();
    assertThat(world.session().entitled(world.job("greedy"))).isFalse();
  }

  private static Vote vote(QueueWorld world, String job) {
    return world.plugin().jobEnqueueable(world.job(job));
  }
}
