package io.merapi.batch.regressions;

import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.eviction.ReclaimsAll;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.gang.Gang;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Volcano 3673, 5067: reclaim commits victims of nodes that lost. */
class ReclaimCommitsOnlyTheChosenNodeTest {

  @Test
  void victimsOnANodeThatDidNotWorkOutStay() {
    Outcome outcome =
        new EvictionStage()
            .fixing(Fix.ONE_STATEMENT_PER_NODE)
            .tier(_ -> new ReclaimsAll())
            .tier(Gang::new)
            .tier(_ -> new KeepsOutOfFirstNode())
            .queue("other")
            .node("n1", 1)
            .node("n2", 1)
            .with(group("theirs", "low", 0).queue("other").build())
            .running("v1", "theirs", "n1")
            .running("v2", "theirs", "n2")
            .job("ours", "low", 1)
            .pending("o", "ours")
            .run(new Reclaim());
    assertThat(outcome.evicted()).containsExactly("v2: reclaim");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("o", "n2"));
  }

  private static final class KeepsOutOfFirstNode implements TaskEvents {

    @Override
    public String name() {
      return "keeps-out";
    }

    @Override
    public Verdict allocated(Task task) {
      return task.name().equals("o") && task.nodeName().equals("n1")
          ? Verdict.error("not here")
          : Verdict.success();
    }

    @Override
    public void deallocated(Task task) {}
  }
}
