package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.pod.PodPhase;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** While the pods of an admitted job were being bound, the job took its queue's quota twice. */
class ProportionCountsTasksBeingBoundOnceTest {

  @Test
  void whatItsTasksHoldIsNotKeptForThemAsWell() {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "10").build(),
                queue("a").capability("cpu", "10").build(),
                podGroup("starts")
                    .queue("a")
                    .phase(PodGroupPhase.INQUEUE)
                    .minResource("cpu", "6")
                    .build(),
                World.pending("s", "starts")
                    .request("cpu", "6")
                    .on("n1")
                    .phase(PodPhase.PENDING)
                    .build(),
                podGroup("job").queue("a").minResource("cpu", "4").build())
            .tier(Proportion::new)
            .fixing(Fix.COUNT_BINDING_TASKS_ONCE)
            .open();
    assertThat(session.votes().enqueueable(Objects.requireNonNull(session.job("default/job"))))
        .isTrue();
  }
}
