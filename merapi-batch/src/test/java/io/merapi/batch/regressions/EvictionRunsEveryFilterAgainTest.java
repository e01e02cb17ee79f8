package io.merapi.batch.regressions;

import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.CycleState;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.SimulateAllocatable;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.eviction.Filtering;
import io.merapi.batch.actions.eviction.ReclaimsAll;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Volcano 4926: eviction stops when the quantity suffices though another filter still fails. */
class EvictionRunsEveryFilterAgainTest {

  @Test
  void reclaimGoesOnUntilTheFiltersAreContent() {
    EvictionStage stage = reclaiming("v1").fixing(Fix.REFILTER_AFTER_EACH_VICTIM);
    Outcome outcome = stage.run(new Reclaim());
    assertThat(outcome.evicted()).containsExactly("v2: reclaim", "v1: reclaim");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("o", "n1"));
  }

  @Test
  void whereNoVictimHelpsNobodyIsReclaimed() {
    EvictionStage stage = reclaiming("stays").fixing(Fix.REFILTER_AFTER_EACH_VICTIM);
    Outcome outcome = stage.run(new Reclaim());
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
  }

  @Test
  void aDryRunDoesNotPassAQueueThatMayNotGrow() {
    Outcome outcome =
        new EvictionStage()
            .fixing(Fix.REFILTER_AFTER_EACH_VICTIM)
            .tier(_ -> new Priority())
            .tier(_ -> new FullQueue())
            .node("n1", 1)
            .job("less", "low", 0)
            .running("v", "less", "n1")
            .job("more", "high", 1)
            .pending("m", "more")
            .run(new Preempt(new PreemptArgs(true, true, 16, 10, 1, 100)));
    assertThat(outcome.evicted()).isEmpty();
  }

  /** A node whose filter fails as long as a pod runs there that is in its way. */
  private static EvictionStage reclaiming(String inTheWay) {
    return new EvictionStage()
        .tier(_ -> new ReclaimsAll())
        .tier(Gang::new)
        .tier(_ ->
            new Filtering((_, node) ->
                node.tasks().stream()
                    .noneMatch(task ->
                        task.name().equals(inTheWay) && task.status() == TaskStatus.RUNNING)))
        .queue("other")
        .node("n1", 3)
        .job("own", "low", 1)
        .running("stays", "own", "n1")
        .with(group("theirs", "low", 0).queue("other").build())
        .running("v1", "theirs", "n1")
        .running("v2", "theirs", "n1")
        .job("ours", "low", 1)
        .pending("o", "ours");
  }

  private static final class FullQueue implements SimulateAllocatable {

    @Override
    public String name() {
      return "full";
    }

    @Override
    public boolean simulateAllocatable(CycleState state, QueueInfo queue, Task task) {
      return false;
    }
  }
}
