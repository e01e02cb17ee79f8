package io.merapi.batch.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.nomination.ClaimNominations;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.World;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Volcano 5044, 3491, 5476: a pipelined or nominated choice is forgotten. {@code SessionCycleTest}
 * shows that the claims come before all actions where the fix is on.
 */
class NominatedPodsHaveTheFirstClaimTest {

  private final EvictionStage stage =
      new EvictionStage()
          .tier(Gang::new)
          .tier(_ -> new Priority())
          .node("n1", 2)
          .job("less", "low", 0)
          .job("more", "high", 2)
          .with(World.pending("m1", "more").nominatedTo("n1").build())
          .with(World.pending("m2", "more").nominatedTo("n1").build());

  @Test
  void whileVictimsLeaveTheirPlaceAndItsNominationAreKept() {
    stage
        .with(World.running("v1", "less", "n1").terminating().build())
        .with(World.running("v2", "less", "n1").terminating().build());
    Outcome outcome = claim();
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m1", "n1", "m2", "n1"));
    assertThat(outcome.told()).hasSize(2).allMatch(line -> line.endsWith("nominated to n1"));
  }

  @Test
  void onceTheyAreGoneTheGangStarts() {
    Outcome outcome = claim();
    assertThat(outcome.world().effects().calls())
        .containsExactly("bind m1 to n1 {}", "bind m2 to n1 {}");
  }

  @Test
  void aGangOfWhichOnlyOneHasItsPlaceKeepsBothAndStartsNone() {
    stage.with(World.running("v1", "less", "n1").terminating().build());
    Outcome outcome = claim();
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m1", "n1", "m2", "n1"));
    assertThat(outcome.world().effects().calls()).isEmpty();
  }

  @Test
  void aGangThatWouldNotGetEnoughClaimsNothing() {
    stage.running("back", "less", "n1");
    Outcome outcome = claim();
    assertThat(outcome.pipelined()).isEmpty();
  }

  @Test
  void aNominatedNodeThatIsFullAgainDoesNotKeepAPodFromPreempting() {
    stage
        .fixing(Fix.KEEP_NOMINATIONS)
        .running("back-1", "less", "n1")
        .running("back-2", "less", "n1");
    Outcome outcome = stage.run(new Preempt(PreemptArgs.DEFAULTS));
    assertThat(outcome.evicted()).hasSize(2);
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m1", "n1", "m2", "n1"));
  }

  private Outcome claim() {
    return stage.run(new ClaimNominations());
  }
}
