package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What jobs waited for was counted in devices where everything else was in thousandths of them. */
class ScalarsHaveOneUnitTest {

  private static final String GPU = "example.com/gpu";

  @ParameterizedTest(name = "2 of 8 devices run, 3 are kept, a job of {0}: {1}")
  @CsvSource({"3, true", "4, false"})
  void devicesThatRunThatAreKeptAndThatAreWantedAddUp(String wanted, boolean admitted) {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "10").allocatable(GPU, "8").build(),
                queue("a").capability(GPU, "8").build(),
                podGroup("starts")
                    .queue("a")
                    .phase(PodGroupPhase.INQUEUE)
                    .minResource(GPU, "5")
                    .build(),
                World.running("s", "starts", "n1").request(GPU, "2").build(),
                podGroup("job").queue("a").minResource(GPU, wanted).build())
            .tier(Proportion::new)
            .fixing(Fix.ONE_SCALAR_UNIT)
            .open();
    assertThat(session.votes().enqueueable(Objects.requireNonNull(session.job("default/job"))))
        .isEqualTo(admitted);
  }

  @Test
  void podsAreCountedInPods() {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "10").allocatable("pods", "10").build(),
                podGroup("starts").phase(PodGroupPhase.INQUEUE).minResource("pods", "5").build(),
                World.running("s", "starts", "n1").build())
            .open();
    var left = Objects.requireNonNull(session.job("default/starts")).outstandingMinResources();
    assertThat(left.get(session.resources().index("pods"))).isEqualTo(4);
  }
}
