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

/**
 * Volcano 5131: a member that carries a nomination to a node where it fits is skipped, and its gang
 * stays one short for ever.
 */
class GangEvictionPlacesFreeMembersFirstTest {

  @Test
  void aMemberThatFitsWithoutVictimsIsPlacedAndOnlyTheOtherNeedsThem() {
    Gangs gangs = new Gangs();
    gangs.world().fixing(Fix.GANG_PLACES_FREE_MEMBERS_FIRST);
    gangs.node("free", "2").node("taken", "3");
    gangs.with(
        group("low", LOW, 1).build(),
        group("high", HIGH, 2).build(),
        World.pending("high-0", "high").request("cpu", "2").nominatedTo("free").build(),
        World.pending("high-1", "high").request("cpu", "3").build());
    gangs.running("low", "3", "taken");
    SchedulingSession session = gangs.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(gangs.evicted()).containsExactly("low-0");
    assertThat(pipelined(session)).isEqualTo(Map.of("high-0", "free", "high-1", "taken"));
  }
}
