package io.merapi.batch.actions.reclaim;

import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.JobStarving;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Overused;
import io.merapi.api.session.extension.Preemptive;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.eviction.Filtering;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.World;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReclaimTest {

  private final Shares shares = new Shares();

  /** The queue {@code other} fills node n1 with pods of one cpu. */
  private final EvictionStage stage =
      new EvictionStage()
          .tier(_ -> shares)
          .tier(Gang::new)
          .queue("other")
          .node("n1", 2)
          .with(group("theirs", "high", 0).queue("other").build())
          .running("v1", "theirs", "n1")
          .running("v2", "theirs", "n1");

  @Test
  void aStarvingJobTakesThePlaceOfAnotherQueueWhateverThePriorities() {
    Outcome outcome = run(stage.job("ours", "low", 1).pending("o", "ours"));
    assertThat(outcome.evicted()).containsExactly("v2: reclaim");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("o", "n1"));
    assertThat(outcome.told())
        .containsExactly(
            "pod o: Unschedulable, Pod default/o can possibly be assigned to n1, once resource is"
                + " released and minAvailable is satisfied, nominated to n1");
  }

  @Test
  void itsOwnQueueIsLeftAlone() {
    Outcome outcome =
        run(stage.with(group("ours", "high", 1).queue("other").build()).pending("o", "ours"));
    assertThat(outcome.evicted()).isEmpty();
  }

  @Test
  void aQueueThatMayNotBeReclaimedFromKeepsItsPods() {
    stage.with(queue("other").reclaimable(false).build());
    assertThat(run(stage.job("ours", "low", 1).pending("o", "ours")).evicted()).isEmpty();
  }

  @Test
  void anOverusedQueueReclaimsNothing() {
    shares.overused.add("default");
    assertThat(run(stage.job("ours", "low", 1).pending("o", "ours")).evicted()).isEmpty();
  }

  @Test
  void aTaskThatItsQueueMayNotReclaimForIsSkippedAndOthersAreTried() {
    shares.beyond.add("o1");
    Outcome outcome = run(stage.job("ours", "low", 1).pending("o1", "ours").pending("o2", "ours"));
    assertThat(outcome.pipelined()).isEqualTo(Map.of("o2", "n1"));
  }

  @Test
  void aPodThatNeverPreemptsWaits() {
    Outcome outcome =
        run(
            stage
                .job("ours", "low", 1)
                .with(World.pending("o", "ours").preemptionPolicy("Never").build()));
    assertThat(outcome.evicted()).isEmpty();
  }

  @Test
  void podsThatAreNotRunningOrMayNotBeEvictedStay() {
    stage
        .with(World.pending("v1", "theirs").on("n1").build())
        .with(
            World.running("v2", "theirs", "n1")
                .annotation("volcano.sh/preemptable", "false")
                .build());
    assertThat(run(stage.job("ours", "low", 1).pending("o", "ours")).evicted()).isEmpty();
  }

  @Test
  void aGangThatWouldStayBelowItsMinimumReclaimsNothing() {
    Outcome outcome =
        run(
            stage
                .job("ours", "low", 3)
                .pending("o1", "ours")
                .pending("o2", "ours")
                .pending("o3", "ours"));
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
  }

  @Test
  void nodesAreTriedInTheirOrderWhateverTheirScores() {
    stage
        .tier(_ -> new LaterNodesFirst())
        .node("n2", 1)
        .running("v3", "theirs", "n2")
        .job("ours", "low", 1)
        .pending("o", "ours");
    assertThat(run(stage).evicted()).containsExactly("v2: reclaim");
  }

  @Test
  void aNodeWithoutVictimsIsNotUsedEvenIfItIsFree() {
    stage.node("n0", 1).job("ours", "low", 1).pending("o", "ours");
    assertThat(run(stage).evicted()).containsExactly("v2: reclaim");
  }

  @Test
  void onceTheQuantitySufficesNoFilterIsAskedAgain() {
    stage.tier(_ -> nobodyRunsThere());
    Outcome outcome = run(stage.job("ours", "low", 1).pending("o", "ours"));
    assertThat(outcome.evicted()).containsExactly("v2: reclaim");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("o", "n1"));
  }

  @Test
  void everyStarvingJobOfAQueueHasItsTurn() {
    Outcome outcome =
        run(
            stage
                .job("first", "low", 1)
                .pending("f", "first")
                .job("second", "low", 1)
                .pending("s", "second"));
    assertThat(outcome.evicted()).containsExactly("v2: reclaim", "v1: reclaim");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("f", "n1", "s", "n1"));
  }

  @Test
  void aPluginThatThrowsCostsAQueueItsTurn() {
    shares.broken.add("default");
    stage.queue("third").with(group("g3", "low", 1).queue("third").build()).pending("t", "g3");
    Outcome outcome = run(stage.job("ours", "low", 1).pending("o", "ours"));
    assertThat(outcome.session().failures().all()).hasSize(1);
    assertThat(outcome.pipelined()).isEqualTo(Map.of("t", "n1"));
  }

  private static Outcome run(EvictionStage stage) {
    return stage.run(new Reclaim());
  }

  @Test
  void whereNoPluginVotesNobodyHasToGo() {
    var without =
        new EvictionStage()
            .tier(_ -> new Starving())
            .queue("other")
            .node("n1", 1)
            .with(group("theirs", "high", 0).queue("other").build())
            .running("v1", "theirs", "n1");
    Outcome outcome = run(without.job("ours", "low", 1).pending("o", "ours"));
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
  }

  private record Starving() implements JobStarving {

    @Override
    public String name() {
      return "starving";
    }

    @Override
    public boolean jobStarving(Job job) {
      return job.count(TaskStatus.PENDING) > 0;
    }
  }

  static Filtering nobodyRunsThere() {
    return new Filtering(
        (_, node) -> node.tasks().stream().noneMatch(task -> task.status() == TaskStatus.RUNNING));
  }

  /** Lets everything be reclaimed, but by some queues or for some tasks. */
  private static final class Shares implements Reclaimable, Overused, Preemptive {

    private final Set<String> overused = new HashSet<>();
    private final Set<String> broken = new HashSet<>();
    private final Set<String> beyond = new HashSet<>();

    @Override
    public String name() {
      return "shares";
    }

    @Override
    public VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
      return VictimVote.of(reclaimees);
    }

    @Override
    public boolean overused(QueueInfo queue) {
      if (broken.contains(queue.name())) {
        throw new IllegalStateException("lost count");
      }
      return overused.contains(queue.name());
    }

    @Override
    public boolean preemptive(QueueInfo queue, List<? extends Task> candidates) {
      return candidates.stream().noneMatch(task -> beyond.contains(task.name()));
    }
  }

  private static final class LaterNodesFirst implements NodeOrder {

    @Override
    public String name() {
      return "later";
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      return node.index();
    }
  }
}
