package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.shuffle.Shuffle;
import io.merapi.batch.plugins.rescheduling.LowNodeUtilization;
import io.merapi.batch.plugins.rescheduling.Rescheduling;
import io.merapi.batch.plugins.rescheduling.ReschedulingArgs;
import io.merapi.batch.plugins.rescheduling.ReschedulingTimer;
import io.merapi.batch.session.World;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Rescheduling looked load up under a period that nothing is collected for, and took a threshold
 * for {@code pod} with a default for {@code pods}, to look at neither.
 */
class ReschedulingReadsTheCollectedPeriodTest {

  private static final Duration AGO = Duration.ofSeconds(10);

  @Test
  void byDefaultLoadIsFound() {
    assertThat(evicted(thresholds(50, 100), Fix.RESCHEDULING_METRICS_PERIOD))
        .containsExactly("evict x: shuffle");
  }

  @Test
  void withoutTheFixItIsNot() {
    assertThat(evicted(thresholds(50, 100))).isEmpty();
  }

  @Test
  void tooManyPodsAreALoad() {
    assertThat(evicted(thresholds(100, 40), Fix.RESCHEDULING_METRICS_PERIOD)).hasSize(1);
  }

  /** Who is evicted from a node with 75 % cpu load and two of four pods. */
  private static List<String> evicted(LowNodeUtilization strategy, Fix... fixes) {
    var args =
        new ReschedulingArgs(
            ReschedulingArgs.DEFAULTS.interval(),
            ReschedulingArgs.DEFAULTS.metricsPeriod(),
            strategy);
    World world =
        new World(
                node("a")
                    .allocatable("cpu", "4")
                    .allocatable("memory", "8Gi")
                    .allocatable("pods", "4")
                    .build(),
                node("b")
                    .allocatable("cpu", "4")
                    .allocatable("memory", "8Gi")
                    .allocatable("pods", "4")
                    .build(),
                podGroup("g").minMember(1).build(),
                World.running("x", "g", "a").request("cpu", "2").build(),
                World.running("y", "g", "a").priority(5).build())
            .tier(session -> new Rescheduling(args, session, new ReschedulingTimer()))
            .fixing(fixes)
            .load("a", 75, 10, AGO)
            .load("b", 10, 10, AGO);
    new Shuffle().execute(world.open());
    return world.effects().calls();
  }

  private static LowNodeUtilization thresholds(double cpu, double pods) {
    return new LowNodeUtilization(
        Map.of("cpu", 20.0, "memory", 20.0, "pods", 30.0),
        Map.of("cpu", cpu, "memory", 100.0, "pods", pods));
  }
}
