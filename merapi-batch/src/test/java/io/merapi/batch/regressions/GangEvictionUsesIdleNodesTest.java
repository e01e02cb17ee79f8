package io.merapi.batch.regressions;

import static io.merapi.batch.actions.bundles.Gangs.HIGH;
import static io.merapi.batch.actions.bundles.Gangs.LOW;
import static io.merapi.batch.actions.bundles.Gangs.group;
import static io.merapi.batch.actions.bundles.Gangs.pipelined;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.bundles.Gangs;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Volcano 3291: gang preemption ignores idle nodes, or evicts where nobody need go. */
class GangEvictionUsesIdleNodesTest {

  private final Gangs gangs = new Gangs();

  @Test
  void oneMemberGetsTheIdleNodeAndTheOtherThatOfTheVictim() {
    gangs.world().fixing(Fix.GANG_PREEMPT_USES_IDLE_NODES);
    gangs.node("idle", "2").node("taken", "2");
    gangs.with(group("low", LOW, 1).build(), group("high", HIGH, 2).build());
    gangs.running("low", "2", "taken").waiting("high", 2, "2");
    SchedulingSession session = run();
    assertThat(gangs.evicted()).containsExactly("low-0");
    assertThat(pipelined(session)).isEqualTo(Map.of("high-0", "idle", "high-1", "taken"));
  }

  @Test
  void nobodyIsEvictedWhereEnoughIsBeingReleased() {
    gangs.world().fixing(Fix.GANG_PREEMPT_USES_IDLE_NODES);
    SchedulingSession session = runWithANodeThatIsBeingReleased();
    assertThat(gangs.evicted()).isEmpty();
    assertThat(pipelined(session)).isEqualTo(Map.of("high-0", "leaving"));
  }

  @Test
  void upstreamEvictsAllTheSame() {
    runWithANodeThatIsBeingReleased();
    assertThat(gangs.evicted()).containsExactly("low-0");
  }

  private SchedulingSession runWithANodeThatIsBeingReleased() {
    gangs.node("leaving", "2").node("taken", "2");
    gangs.with(
        group("gone", LOW, 1).build(),
        World.running("gone-0", "gone", "leaving").request("cpu", "2").terminating().build(),
        group("low", LOW, 1).build(),
        group("high", HIGH, 1).build());
    gangs.running("low", "2", "taken").waiting("high", 1, "2");
    return run();
  }

  private SchedulingSession run() {
    return gangs.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
  }
}
