package io.merapi.batch.cycle;

import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.WatchedCycle.Watcher;
import io.merapi.batch.session.World;
import io.merapi.batch.tier.Tier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionCycleTest {

  private static final List<ClusterObject> TWO_JOBS_AND_ONE_PLACE =
      List.of(
          queue("default").build(),
          node("n1").allocatable("cpu", "1").allocatable("pods", "10").build(),
          group("first", "", 1).build(),
          World.pending("f", "first").build(),
          group("second", "", 1).build(),
          World.pending("nominated", "second").nominatedTo("n1").build());

  @Test
  void actionsRunInOrder() {
    assertThat(binds(Fixes.NONE)).containsExactly("bind f to n1 {}");
  }

  @Test
  void withTheFixPodsThatRoomWasMadeForComeFirst() {
    assertThat(binds(Fixes.of(List.of(Fix.KEEP_NOMINATIONS))))
        .containsExactly("bind nominated to n1 {}");
  }

  @Test
  void aPluginThatIsNamedTwiceDoesNotStandInItsOwnWay() {
    BatchConfiguration once = BatchConfiguration.byDefault();
    var tiers = new ArrayList<>(once.tiers());
    tiers.add(new Tier(once.plugins().toList()));
    var twice =
        new BatchConfiguration(once.actions(), tiers, once.actionArguments(), once.metrics());
    assertThat(binds(twice, Fixes.NONE)).containsExactly("bind f to n1 {}");
  }

  private static List<String> binds(Fixes fixes) {
    return binds(BatchConfiguration.byDefault(), fixes);
  }

  private static List<String> binds(BatchConfiguration configuration, Fixes fixes) {
    return new WatchedCycle(TWO_JOBS_AND_ONE_PLACE, configuration, fixes)
        .run(Watcher.NONE)
        .effects()
        .calls();
  }
}
