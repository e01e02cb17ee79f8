package io.merapi.batch.regressions;

import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.eviction.ReclaimsAll;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.World;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Volcano 5984, 5994: ten evicted where one was enough. */
class EvictionsAreNoMoreThanNeededTest {

  private static final Action PREEMPT = new Preempt(PreemptArgs.DEFAULTS);
  private static final Action DRY_RUN = new Preempt(new PreemptArgs(true, true, 16, 10, 1, 100));
  private static final Action RECLAIM = new Reclaim();

  private final EvictionStage stage =
      new EvictionStage()
          .fixing(Fix.MINIMAL_EVICTIONS)
          .tier(_ -> new Priority())
          .tier(_ -> new ReclaimsAll())
          .tier(Gang::new)
          .queue("other")
          .job("less", "low", 0)
          .with(group("theirs", "low", 0).queue("other").build());

  @Test
  void smallVictimsStayWhereALargeOneHasToGoAnyway() {
    stage
        .node("n1", 5)
        .with(World.running("small-1", "less", "n1").priority(1).build())
        .with(World.running("small-2", "less", "n1").priority(1).build())
        .with(World.running("large", "less", "n1").priority(2).request("cpu", "3").build())
        .job("more", "high", 1)
        .with(World.pending("m", "more").request("cpu", "3").build());
    Outcome outcome = stage.run(PREEMPT);
    assertThat(outcome.evicted()).containsExactly("large: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m", "n1"));
  }

  @Test
  void aVictimOfOneTaskStaysIfWhatAnotherTaskTakesIsEnoughForBoth() {
    stage
        .node("n1", 5)
        .with(World.running("small", "less", "n1").priority(1).build())
        .with(World.running("large", "less", "n1").priority(2).request("cpu", "4").build())
        .job("more", "high", 2)
        .with(World.pending("m1", "more").priority(9).build())
        .with(World.pending("m2", "more").priority(8).request("cpu", "3").build());
    Outcome outcome = stage.run(PREEMPT);
    assertThat(outcome.evicted()).containsExactly("large: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m1", "n1", "m2", "n1"));
  }

  @Test
  void freeRoomIsUsedFirst() {
    stage.node("n1", 1).node("n2", 1).running("v", "less", "n1");
    stage.job("more", "high", 1).pending("m", "more");
    for (Action action : new Action[] {PREEMPT, DRY_RUN}) {
      Outcome outcome = stage.run(action);
      assertThat(outcome.evicted()).isEmpty();
      assertThat(outcome.pipelined()).isEqualTo(Map.of("m", "n2"));
    }
  }

  @Test
  void soItIsWhenReclaiming() {
    stage.node("n1", 1).node("n2", 1).running("v", "theirs", "n1");
    Outcome outcome = stage.job("ours", "low", 1).pending("o", "ours").run(RECLAIM);
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEqualTo(Map.of("o", "n2"));
  }

  @Test
  void reclaimSparesSmallVictimsToo() {
    stage
        .node("n1", 3)
        .with(World.running("small", "theirs", "n1").priority(1).build())
        .with(World.running("large", "theirs", "n1").priority(2).request("cpu", "2").build());
    stage.job("ours", "low", 1).with(World.pending("o", "ours").request("cpu", "2").build());
    assertThat(stage.run(RECLAIM).evicted()).containsExactly("large: reclaim");
  }

  @Test
  void withinAJobTooNoMoreGoThanNeeded() {
    stage
        .node("n1", 3)
        .with(World.running("small", "less", "n1").priority(1).build())
        .with(World.running("large", "less", "n1").priority(2).request("cpu", "2").build())
        .with(World.pending("waits", "less").priority(9).request("cpu", "2").build());
    assertThat(stage.run(PREEMPT).evicted()).containsExactly("large: preempt");
  }
}
