package io.merapi.batch.regressions;

import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.eviction.ReclaimsAll;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.Action;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Volcano 5022, 5010: evictions survive a pipeline that failed. */
class PreemptionIsAtomicTest {

  static List<Action> actions() {
    return List.of(
        new Preempt(PreemptArgs.DEFAULTS),
        new Preempt(new PreemptArgs(true, true, 16, 10, 1, 100)),
        new Reclaim());
  }

  @ParameterizedTest
  @MethodSource("actions")
  void victimsStayWhereTheTaskCannotBePipelined(Action action) {
    Outcome outcome =
        new EvictionStage()
            .fixing(Fix.ATOMIC_STATEMENTS)
            .tier(_ -> new Priority())
            .tier(_ -> new ReclaimsAll())
            .tier(Gang::new)
            .tier(_ -> new KeepsOut())
            .queue("other")
            .node("n1", 1)
            .job("less", "low", 0)
            .running("v", "less", "n1")
            .job("more", "high", 1)
            .pending("m", "more")
            .with(group("elsewhere", "high", 1).queue("other").build())
            .pending("e", "elsewhere")
            .run(action);
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
    assertThat(outcome.session().job("default/less"))
        .satisfies(job -> assertThat(job.count(TaskStatus.RUNNING)).isEqualTo(1));
  }

  /** Lets nobody in who was not there before. */
  private static final class KeepsOut implements TaskEvents {

    @Override
    public String name() {
      return "keeps-out";
    }

    @Override
    public Verdict allocated(Task task) {
      return task.name().equals("v") ? Verdict.success() : Verdict.error("no");
    }

    @Override
    public void deallocated(Task task) {}
  }
}
