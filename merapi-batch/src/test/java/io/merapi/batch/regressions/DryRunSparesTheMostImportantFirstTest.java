package io.merapi.batch.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.World;
import org.junit.jupiter.api.Test;

/** Volcano 5214: low-priority victims are reprieved first. */
class DryRunSparesTheMostImportantFirstTest {

  @Test
  void ofTwoThatCannotBothStayTheMoreImportantDoes() {
    EvictionStage stage =
        new EvictionStage()
            .fixing(Fix.REPRIEVE_HIGHEST_PRIORITY_FIRST)
            .tier(_ -> new Priority())
            .node("n1", 6)
            .job("less", "low", 0)
            .with(World.running("small", "less", "n1").priority(1).build())
            .with(World.running("important", "less", "n1").priority(3).request("cpu", "2").build())
            .with(World.running("large", "less", "n1").priority(4).request("cpu", "3").build())
            .job("more", "high", 1)
            .with(World.pending("m", "more").request("cpu", "4").build());
    assertThat(stage.run(new Preempt(new PreemptArgs(true, true, 16, 10, 1, 100))).evicted())
        .as("large must go, and of the other two only one can stay")
        .containsExactly("large: preempt", "small: preempt");
  }
}
