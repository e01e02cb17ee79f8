package io.merapi.batch.regressions;

import static io.merapi.batch.actions.bundles.Gangs.HIGH;
import static io.merapi.batch.actions.bundles.Gangs.LOW;
import static io.merapi.batch.actions.bundles.Gangs.group;
import static io.merapi.batch.actions.bundles.Gangs.job;
import static io.merapi.batch.actions.bundles.Gangs.pipelined;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.bundles.Gangs;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.session.SchedulingSession;
import org.junit.jupiter.api.Test;

/** Volcano 5022, 5010: evictions survive a pipeline that failed. */
class GangEvictionIsAtomicTest {

  @Test
  void victimsStayWhereAMemberCannotBePipelinedInTheEnd() {
    Gangs gangs = new Gangs();
    gangs.world().fixing(Fix.ATOMIC_STATEMENTS).tier(_ -> new AcceptsOnce());
    gangs.node("n1", "2").node("n2", "2");
    gangs.with(group("low", LOW, 2).build(), group("high", HIGH, 2).build());
    gangs.running("low", "2", "n1", "n2").waiting("high", 2, "2");
    SchedulingSession session = gangs.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(gangs.evicted()).isEmpty();
    assertThat(pipelined(session)).isEmpty();
    assertThat(job(session, "low").count(TaskStatus.RUNNING)).isEqualTo(2);
  }

  /** Takes note of the second member when that is tried, but not when it is meant. */
  private static final class AcceptsOnce implements TaskEvents {

    private int seen;

    @Override
    public String name() {
      return "accepts-once";
    }

    @Override
    public Verdict allocated(Task task) {
      return task.name().equals("high-1") && ++seen > 1
          ? Verdict.error("no longer")
          : Verdict.success();
    }

    @Override
    public void deallocated(Task task) {}
  }
}
