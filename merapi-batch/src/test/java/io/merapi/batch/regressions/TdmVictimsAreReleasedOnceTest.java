package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.actions.shuffle.Shuffle;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.plugins.tdm.EvictionTimer;
import io.merapi.batch.plugins.tdm.RevocableZone;
import io.merapi.batch.plugins.tdm.Tdm;
import io.merapi.batch.plugins.tdm.TdmArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Volcano's master panics when {@code shuffle} evicts what tdm picks: the node's own task changes
 * its status before its resources are released.
 */
class TdmVictimsAreReleasedOnceTest {

  @Test
  void aVictimGivesBackExactlyWhatItHeld() {
    var zones = Map.of("night", RevocableZone.parse("01:00-02:00"));
    World world =
        new World(
                node("lent")
                    .label("volcano.sh/revocable-zone", "night")
                    .allocatable("cpu", "4")
                    .allocatable("pods", "10")
                    .build(),
                podGroup("job").build(),
                World.running("victim", "job", "lent").request("cpu", "3").build())
            .tier(opened ->
                new Tdm(new TdmArgs(zones, Duration.ofMinutes(1)), opened, new EvictionTimer()));
    SchedulingSession session = world.open();
    new Shuffle().execute(session);
    assertThat(world.effects().calls()).containsExactly("evict victim: shuffle");
    NodeState node = Objects.requireNonNull(session.node("lent"));
    assertThat(node.used().cpuMillis()).isEqualTo(3000);
    assertThat(node.releasing().cpuMillis()).isEqualTo(3000);
    assertThat(node.idle().cpuMillis()).isEqualTo(1000);
    assertThat(node.futureIdle().cpuMillis()).isEqualTo(4000);
  }
}
