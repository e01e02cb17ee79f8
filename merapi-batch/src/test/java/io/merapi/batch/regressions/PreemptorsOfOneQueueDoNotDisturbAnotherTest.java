package io.merapi.batch.regressions;

import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Volcano 5141: preemptors are overwritten across queues, by the order of a map. */
class PreemptorsOfOneQueueDoNotDisturbAnotherTest {

  @Test
  void everyQueueServesItsOwnJobs() {
    EvictionStage stage =
        new EvictionStage()
            .fixing(Fix.PREEMPTORS_PER_QUEUE)
            .tier(_ -> new Priority())
            .tier(Gang::new);
    for (String queue : new String[] {"a", "b", "c"}) {
      stage
          .queue(queue)
          .node("n-" + queue, 1)
          .with(group("less-" + queue, "low", 0).queue(queue).build())
          .running("v-" + queue, "less-" + queue, "n-" + queue)
          .with(group("more-" + queue, "high", 1).queue(queue).build())
          .pending("m-" + queue, "more-" + queue);
    }
    Outcome outcome = stage.run(new Preempt(PreemptArgs.DEFAULTS));
    assertThat(outcome.evicted()).containsExactly("v-a: preempt", "v-b: preempt", "v-c: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m-a", "n-a", "m-b", "n-b", "m-c", "n-c"));
  }
}
