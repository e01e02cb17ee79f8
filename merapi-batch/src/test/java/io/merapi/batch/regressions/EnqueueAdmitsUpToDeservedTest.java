package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * On a full cluster no job was admitted, so a queue never asked back what it had lent to another.
 */
class EnqueueAdmitsUpToDeservedTest {

  /** Ten CPUs, all used by one queue; another deserves half and has jobs without pods so far. */
  private final World world =
      new World(
              node("n1").allocatable("cpu", "10").build(),
              queue("borrows").build(),
              queue("lent").build(),
              podGroup("runs").queue("borrows").phase(PodGroupPhase.RUNNING).build(),
              World.running("r", "runs", "n1").request("cpu", "10").build(),
              podGroup("within").queue("lent").minResource("cpu", "5").build(),
              podGroup("beyond").queue("lent").minResource("cpu", "6").build())
          .tier(session -> new Overcommit(OvercommitArgs.DEFAULTS, session))
          .tier(Proportion::new);

  @Test
  void aQueueIsAdmittedUpToWhatItDeserves() {
    assertThat(admits("within")).isFalse();
    world.fixing(Fix.ENQUEUE_UP_TO_DESERVED);
    assertThat(admits("within")).isTrue();
    assertThat(admits("beyond")).isFalse();
  }

  @Test
  void whatWasAdmittedBeforeCounts() {
    SchedulingSession session = world.fixing(Fix.ENQUEUE_UP_TO_DESERVED).open();
    var within = Objects.requireNonNull(session.job("default/within"));
    assertThat(session.votes().enqueueable(within)).isTrue();
    session.votes().enqueued(within);
    assertThat(session.votes().enqueueable(within)).isFalse();
  }

  private boolean admits(String job) {
    SchedulingSession session = world.open();
    return session.votes().enqueueable(Objects.requireNonNull(session.job("default/" + job)));
  }
}
