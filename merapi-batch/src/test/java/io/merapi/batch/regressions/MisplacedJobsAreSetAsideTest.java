package io.merapi.batch.regressions;

import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** A job in a queue above others left accounts that depended on the order of a map. */
class MisplacedJobsAreSetAsideTest {

  private final QueueWorld world =
      QueueWorld.tree(
              node("n1").allocatable("cpu", "8").build(),
              queue("root").build(),
              queue("a").capability("cpu", "4").build(),
              queue("a1").parent("a").build(),
              podGroup("misplaced").queue("a").phase(PodGroupPhase.INQUEUE).build(),
              running("m", "misplaced", "n1").request("cpu", "3").build(),
              pending("n", "misplaced").build(),
              podGroup("job").queue("a1").minResource("cpu", "1").build(),
              pending("fits", "job").build(),
              pending("bulky", "job").request("cpu", "2").build())
          .fixing(Fix.SET_BAD_QUEUES_ASIDE);

  @Test
  void theQueuesBelowGoOnWithWhatItLeavesThem() {
    assertThat(world.plugin().jobEnqueueable(world.job("job"))).isEqualTo(Vote.PERMIT);
    assertThat(world.plugin().allocatable(world.queue("a1"), world.task("fits"))).isTrue();
    assertThat(world.plugin().allocatable(world.queue("a1"), world.task("bulky"))).isFalse();
  }

  @Test
  void theJobItselfGetsNothingMoreAndSaysWhy() {
    assertThat(world.plugin().allocatable(world.queue("a"), world.task("n"))).isFalse();
    world.session().close();
    assertThat(world.job("misplaced").conditions())
        .extracting("type", "reason", "message")
        .containsExactly(tuple("Unschedulable", "QueueSetAside", "the queue a is no leaf"));
  }
}
