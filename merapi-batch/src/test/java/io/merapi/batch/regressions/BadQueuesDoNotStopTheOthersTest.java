package io.merapi.batch.regressions;

import static io.merapi.batch.session.World.pending;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.fixes.Fix;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.plugins.capacity.QueueWorld;
import org.junit.jupiter.api.Test;

/** One queue below a queue that did not exist kept the whole cluster from being scheduled. */
class BadQueuesDoNotStopTheOthersTest {

  private final QueueWorld world =
      QueueWorld.tree(
              node("n1").allocatable("cpu", "8").build(),
              queue("root").build(),
              queue("lost").parent("nowhere").build(),
              queue("lost-child").parent("lost").build(),
              queue("x").parent("y").build(),
              queue("y").parent("x").build(),
              podGroup("good").minResource("cpu", "1").build(),
              pending("g", "good").build(),
              podGroup("bad").queue("lost-child").minResource("cpu", "1").build(),
              pending("b", "bad").build(),
              podGroup("round").queue("x").minResource("cpu", "1").build())
          .fixing(Fix.SET_BAD_QUEUES_ASIDE);

  @Test
  void otherQueuesGoOn() {
    assertThat(world.plugin().jobEnqueueable(world.job("good"))).isEqualTo(Vote.PERMIT);
    assertThat(world.plugin().allocatable(world.queue("default"), world.task("g"))).isTrue();
  }

  @Test
  void jobsBelowTheBadQueueWaitAndSayWhy() {
    assertThat(world.plugin().jobEnqueueable(world.job("bad"))).isEqualTo(Vote.REJECT);
    assertThat(world.plugin().allocatable(world.queue("lost-child"), world.task("b"))).isFalse();
    world.session().close();
    assertThat(world.effects().groups().get("bad").conditions())
        .extracting(PodGroup.Condition::message)
        .containsExactly("the queue lost has invalid parent queue nowhere");
    assertThat(world.effects().groups().get("round").conditions())
        .extracting(PodGroup.Condition::message)
        .containsExactly("queue x is above itself");
    assertThat(world.job("good").conditions()).isEmpty();
  }
}
