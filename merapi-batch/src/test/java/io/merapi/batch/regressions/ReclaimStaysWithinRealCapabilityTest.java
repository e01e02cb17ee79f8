package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.QueueInfo;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A queue with a guarantee above its capability reclaimed beyond that capability. */
class ReclaimStaysWithinRealCapabilityTest {

  private final World world =
      new World(
              node("n1").allocatable("cpu", "10").build(),
              queue("a").guarantee("cpu", "6").capability("cpu", "4").build(),
              podGroup("job").queue("a").build(),
              World.pending("fits", "job").request("cpu", "4").build(),
              World.pending("exceeds", "job").request("cpu", "5").build())
          .tier(Proportion::new);

  @Test
  void aQueueReclaimsUpToItsCapabilityAndNoFurther() {
    assertThat(reclaimsFor(world, "exceeds")).isTrue();
    world.fixing(Fix.RECLAIM_CAPPED_BY_REAL_CAPABILITY);
    assertThat(reclaimsFor(world, "exceeds")).isFalse();
    assertThat(reclaimsFor(world, "fits")).isTrue();
  }

  private static boolean reclaimsFor(World world, String task) {
    SchedulingSession session = world.open();
    QueueInfo queue = Objects.requireNonNull(session.queue("a"));
    var job = Objects.requireNonNull(session.job("default/job"));
    return session
        .votes()
        .preemptive(
            queue,
            List.copyOf(job.tasks()).stream().filter(one -> one.name().equals(task)).toList());
  }
}
