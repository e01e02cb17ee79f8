package io.merapi.batch.actions.gangreclaim;

import static io.merapi.batch.actions.bundles.Gangs.HIGH;
import static io.merapi.batch.actions.bundles.Gangs.LOW;
import static io.merapi.batch.actions.bundles.Gangs.group;
import static io.merapi.batch.actions.bundles.Gangs.pipelined;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Overused;
import io.merapi.api.session.extension.Preemptive;
import io.merapi.api.session.extension.VictimQueueOrder;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.bundles.Gangs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class GangReclaimTest {

  private final Gangs gangs = new Gangs();

  @Test
  void aGangThatStarvesTakesTheNodesOfAnotherQueueWhateverThePriorities() {
    gangs.node("n1", "2").node("n2", "2").with(queue("rich").build());
    gangs.with(group("theirs", HIGH, 2).queue("rich").build(), group("ours", LOW, 2).build());
    gangs.running("theirs", "2", "n1", "n2").waiting("ours", 2, "2");
    SchedulingSession session = run();
    assertThat(gangs.world().effects().calls())
        .containsExactly("evict theirs-0: gangreclaim", "evict theirs-1: gangreclaim");
    assertThat(pipelined(session)).containsOnlyKeys("ours-0", "ours-1");
  }

  @Test
  void theOwnQueueAndQueuesThatMayNotBeReclaimedAreLeftAlone() {
    gangs.node("n1", "2").node("n2", "2").with(queue("guarded").reclaimable(false).build());
    gangs.with(
        group("same", LOW, 1).build(),
        group("guarded", LOW, 1).queue("guarded").build(),
        group("ours", HIGH, 1).build());
    gangs.running("same", "2", "n1").running("guarded", "2", "n2").waiting("ours", 1, "2");
    run();
    assertThat(gangs.evicted()).isEmpty();
  }

  @Test
  void podsThatDoNotRunYetAreLeftAlone() {
    gangs.node("n1", "2").with(queue("rich").build());
    gangs.with(
        group("theirs", LOW, 1).queue("rich").build(),
        World.running("bound", "theirs", "n1").request("cpu", "2").phase(PodPhase.PENDING).build(),
        group("ours", LOW, 1).build());
    gangs.waiting("ours", 1, "2");
    run();
    assertThat(gangs.evicted()).isEmpty();
  }

  @Test
  void aQueueThatUsesMoreThanItsShareGetsNothing() {
    contend("overused");
    run();
    assertThat(gangs.evicted()).isEmpty();
  }

  @Test
  void aQueueThatMayNotTakeMoreGetsNothing() {
    contend("modest");
    run();
    assertThat(gangs.evicted()).isEmpty();
  }

  @Test
  void anyOtherQueueGetsWhatItNeeds() {
    contend("poor");
    run();
    assertThat(gangs.evicted()).containsExactly("theirs-0");
  }

  @Test
  void queuesAreVictimsInTheOrderThatPluginsGive() {
    gangs.world().tier(_ -> new Shares());
    gangs.node("n1", "2").node("n2", "2").with(queue("a").build(), queue("z").build());
    gangs.with(
        group("in-a", LOW, 1).queue("a").build(),
        group("in-z", LOW, 1).queue("z").build(),
        group("ours", LOW, 1).build());
    gangs.running("in-a", "2", "n1").running("in-z", "2", "n2").waiting("ours", 1, "2");
    run();
    assertThat(gangs.evicted()).containsExactly("in-a-0");
  }

  @Test
  void ofOneQueueTheBundleGoesFirstThatCostsLessForWhatItGives() {
    gangs.node("n1", "2").node("n2", "4").with(queue("rich").build());
    gangs.with(
        group("large", LOW, 2).queue("rich").build(),
        group("small", LOW, 1).queue("rich").build(),
        group("ours", LOW, 1).build());
    gangs.running("large", "2", "n2", "n2").running("small", "2", "n1").waiting("ours", 1, "2");
    run();
    assertThat(gangs.evicted())
        .as("large would lose twice what is needed")
        .containsExactly("small-0");
  }

  /** A gang of some queue waits for a node that another queue holds. */
  private void contend(String queue) {
    gangs.world().tier(_ -> new Shares());
    gangs.node("n1", "2").with(queue("rich").build(), queue(queue).build());
    gangs.with(
        group("theirs", LOW, 1).queue("rich").build(), group("ours", LOW, 1).queue(queue).build());
    gangs.running("theirs", "2", "n1").waiting("ours", 1, "2");
  }

  private SchedulingSession run() {
    return gangs.run(new GangReclaim(GangEvictionArgs.DEFAULTS));
  }

  /** Knows some queues by name, and takes from queues in the order of their names. */
  private static final class Shares implements Overused, Preemptive, VictimQueueOrder {

    @Override
    public String name() {
      return "shares";
    }

    @Override
    public boolean overused(QueueInfo queue) {
      return queue.name().equals("overused");
    }

    @Override
    public boolean preemptive(QueueInfo queue, List<? extends Task> candidates) {
      return !queue.name().equals("modest");
    }

    @Override
    public int compareVictimQueues(QueueInfo left, QueueInfo right, QueueInfo preemptor) {
      return left.name().compareTo(right.name());
    }
  }
}
