package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import org.junit.jupiter.api.Test;

/**
 * A queue that used a little more than it deserves lost a task that took it far below; then it was
 * its turn to reclaim.
 */
class ReclaimDoesNotSwingAroundDeservedTest {

  /**
   * Ten CPUs, of which each queue deserves five: one uses six, the other four and wants one more.
   */
  private World world(String taskOfRich, int tasksOfRich) {
    var world =
        new World(
            node("n1").allocatable("cpu", "10").allocatable("pods", "100").build(),
            queue("rich").build(),
            queue("poor").build(),
            podGroup("rich").queue("rich").phase(PodGroupPhase.RUNNING).build(),
            World.pending("more", "rich").request("cpu", "3").build(),
            podGroup("poor").queue("poor").phase(PodGroupPhase.RUNNING).build(),
            World.running("poor-runs", "poor", "n1").request("cpu", "4").build(),
            World.pending("poor-waits", "poor").build());
    for (int i = 0; i < tasksOfRich; i++) {
      world.with(World.running("rich-" + i, "rich", "n1").request("cpu", taskOfRich).build());
    }
    return world.tier(_ -> new Priority()).tier(Proportion::new);
  }

  @Test
  void aQueueIsNotTakenBelowWhatItDeserves() {
    World upstream = world("3", 2);
    reclaim(upstream);
    assertThat(upstream.effects().calls()).anyMatch(call -> call.startsWith("evict rich-"));

    World fixed = world("3", 2).fixing(Fix.RECLAIM_JUDGES_THE_RESULT);
    reclaim(fixed);
    assertThat(fixed.effects().calls()).noneMatch(call -> call.startsWith("evict"));
  }

  @Test
  void whatAQueueHasBeyondThatIsStillReclaimed() {
    World fixed = world("1", 6).fixing(Fix.RECLAIM_JUDGES_THE_RESULT);
    reclaim(fixed);
    assertThat(fixed.effects().calls()).filteredOn(call -> call.startsWith("evict")).hasSize(1);
  }

  private static void reclaim(World world) {
    SchedulingSession session = world.open();
    new Reclaim().execute(session);
  }
}
