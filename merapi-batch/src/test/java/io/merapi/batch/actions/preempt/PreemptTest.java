package io.merapi.batch.actions.preempt;

import static io.merapi.batch.actions.eviction.EvictionStage.bestEffort;
import static io.merapi.batch.actions.eviction.EvictionStage.group;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Allocatable;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.actions.eviction.Filtering;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreemptTest {

  /** Every pending task counts as starved for, and a higher priority may evict a lower one. */
  private final EvictionStage byPriority =
      new EvictionStage().tier(_ -> new Priority()).tier(Gang::new).node("n1", 2);

  /** Jobs starve below their minimum, and lose what they have beyond theirs. */
  private final EvictionStage byGang = new EvictionStage().tier(Gang::new).node("n1", 2);

  @Test
  void aMoreImportantJobTakesThePlaceOfALessImportantOneOfItsQueue() {
    Outcome outcome = run(fullOf("low", byPriority).job("more", "high", 1).pending("m", "more"));
    assertThat(outcome.evicted()).containsExactly("v2: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m", "n1"));
  }

  @Test
  void itDoesNotTouchJobsOfOtherQueues() {
    byPriority.queue("other");
    Outcome outcome =
        run(
            fullOf("low", byPriority)
                .with(group("more", "high", 1).queue("other").build())
                .pending("m", "more"));
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
  }

  @Test
  void ofSeveralVictimsTheLeastImportantGoFirstAndNoMoreThanNeeded() {
    byPriority
        .node("n1", 3)
        .job("middling", "middle", 0)
        .running("v1", "middling", "n1")
        .job("least", "low", 0)
        .running("v2", "least", "n1")
        .running("v3", "least", "n1");
    Outcome outcome =
        run(
            byPriority
                .job("more", "high", 1)
                .with(World.pending("m", "more").request("cpu", "2").build()));
    assertThat(outcome.evicted()).containsExactly("v3: preempt", "v2: preempt");
  }

  @Test
  void aGangThatWouldStayBelowItsMinimumEvictsNobody() {
    Outcome outcome =
        run(
            fullOf("low", byGang)
                .job("more", "high", 3)
                .pending("m1", "more")
                .pending("m2", "more")
                .pending("m3", "more"));
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
    assertThat(outcome.told())
        .as("what was tried last is told all the same")
        .contains(
            "pod m1: Unschedulable, Pod default/m1 can possibly be assigned to n1, once resource is"
                + " released and minAvailable is satisfied, nominated to n1");
  }

  @Test
  void aJobThatHasItsMinimumAsksForNoMore() {
    byGang.job("more", "high", 1).running("m1", "more", "n1").pending("m2", "more");
    Outcome outcome = run(byGang.job("less", "low", 0).running("v", "less", "n1"));
    assertThat(outcome.evicted()).isEmpty();
  }

  @Test
  void withinAJobATaskTakesThePlaceOfALessImportantOne() {
    Outcome outcome =
        run(
            byPriority
                .job("own", "low", 0)
                .with(World.running("small", "own", "n1").priority(1).build())
                .with(World.running("large", "own", "n1").priority(2).build())
                .with(World.pending("waits", "own").priority(3).build()));
    assertThat(outcome.evicted()).containsExactly("small: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("waits", "n1"));
  }

  @Test
  void withinAJobTheFirstTaskThatFindsNoRoomEndsIt() {
    Outcome outcome =
        run(
            byPriority
                .job("own", "low", 0)
                .with(World.running("small", "own", "n1").priority(1).request("cpu", "2").build())
                .with(World.pending("huge", "own").priority(3).request("cpu", "9").build())
                .with(World.pending("waits", "own").priority(2).build()));
    assertThat(outcome.evicted()).isEmpty();
  }

  @Test
  void aPodThatNeverPreemptsWaits() {
    Outcome outcome =
        run(
            fullOf("low", byPriority)
                .job("more", "high", 1)
                .with(World.pending("m", "more").preemptionPolicy("Never").build()));
    assertThat(outcome.evicted()).isEmpty();
  }

  @Test
  void aPodThatMayNotBeEvictedStays() {
    byPriority
        .job("less", "low", 0)
        .with(
            World.running("v1", "less", "n1")
                .request("cpu", "2")
                .annotation("volcano.sh/preemptable", "false")
                .build());
    assertThat(run(byPriority.job("more", "high", 1).pending("m", "more")).evicted()).isEmpty();
  }

  @Test
  void gatedPodsAndGroupsThatAreNotAdmittedGetNothing() {
    Outcome outcome =
        run(
            fullOf("low", byPriority)
                .job("gated", "high", 1)
                .with(World.pending("g", "gated").schedulingGate("example.com/gate").build())
                .with(group("new", "high", 1).phase(PodGroupPhase.PENDING).build())
                .pending("n", "new"));
    assertThat(outcome.evicted()).isEmpty();
  }

  @Test
  void jobsThatMustLieCloseTogetherAreLeftOut() {
    Outcome outcome =
        run(
            fullOf("low", byPriority)
                .with(
                    group("near", "high", 1)
                        .networkTopology(new NetworkTopology(NetworkTopology.Mode.HARD, 1, ""))
                        .build())
                .pending("n", "near"));
    assertThat(outcome.evicted()).isEmpty();
  }

  @Test
  void aPodThatAsksForNothingEvictsOnlySuchPods() {
    byPriority
        .with(NodeBuilder.node("n1").allocatable("cpu", "2").allocatable("pods", "2").build())
        .job("less", "low", 0)
        .running("busy", "less", "n1")
        .with(bestEffort("idle", "less").on("n1").phase(PodPhase.RUNNING).build());
    Outcome outcome =
        run(
            byPriority
                .job("more", "high", 1)
                .with(bestEffort("m", "more").phase(PodPhase.PENDING).build()));
    assertThat(outcome.evicted()).containsExactly("idle: preempt");
    assertThat(outcome.told())
        .as("room that costs nothing does not count as made")
        .noneMatch(line -> line.contains("nominated"));
  }

  @Test
  void nodesAreTriedInTheOrderOfTheirScores() {
    byPriority
        .tier(_ -> new LaterNodesFirst())
        .node("n2", 1)
        .job("less", "low", 0)
        .with(World.running("on1", "less", "n1").request("cpu", "2").build())
        .running("on2", "less", "n2");
    Outcome outcome = run(byPriority.job("more", "high", 1).pending("m", "more"));
    assertThat(outcome.evicted()).containsExactly("on2: preempt");
  }

  @Test
  void victimsGoUntilEveryFilterIsContent() {
    byPriority.tier(_ ->
        new Filtering((_, node) ->
            node.tasks().stream().noneMatch(task -> task.status() == TaskStatus.RUNNING)));
    Outcome outcome = run(fullOf("low", byPriority).job("more", "high", 1).pending("m", "more"));
    assertThat(outcome.evicted()).containsExactly("v2: preempt", "v1: preempt");
  }

  @Test
  void noVictimsSufficeWhereTheQueueMayNotGrow() {
    byPriority.tier(_ -> new FullQueue());
    Outcome outcome = run(fullOf("low", byPriority).job("more", "high", 1).pending("m", "more"));
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
  }

  @Test
  void aNodeWithVictimsIsTakenBeforeAFreeOneThatComesLater() {
    byPriority.node("n2", 1);
    Outcome outcome = run(fullOf("low", byPriority).job("more", "high", 1).pending("m", "more"));
    assertThat(outcome.evicted()).containsExactly("v2: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m", "n1"));
  }

  @Test
  void aPluginThatThrowsCostsAJobItsTurnAndLeavesNothingBehind() {
    byPriority.tier(_ ->
        new Filtering((task, node) -> {
          if (task.name().equals("broken")
              && node.tasks().stream().anyMatch(t -> t.status() == TaskStatus.RELEASING)) {
            throw new IllegalStateException("lost");
          }
          return true;
        }));
    Outcome outcome =
        run(
            fullOf("low", byPriority)
                .job("first", "high", 1)
                .pending("broken", "first")
                .job("second", "middle", 1)
                .pending("sound", "second"));
    assertThat(outcome.session().failures().all()).isNotEmpty();
    assertThat(outcome.evicted()).containsExactly("v2: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("sound", "n1"));
  }

  @Test
  void whileVictimsStillLeaveTheNominatedNodeNobodyElseIsEvicted() {
    assertThat(run(withNominated("n1", leaving("PreemptionByScheduler"))).evicted()).isEmpty();
    assertThat(run(withNominated("n1", leaving("TerminationByKubelet"))).evicted()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "n3"})
  void aNominatedNodeThatIsGoneOrWouldTakeThePodMeansNoPreemption(String nominated) {
    assertThat(run(withNominated(nominated, leaving("other"))).evicted()).isEmpty();
  }

  private static PodBuilder leaving(String reason) {
    return World.running("leaving", "less", "n1")
        .priority(1)
        .terminating()
        .condition("DisruptionTarget", "True", reason);
  }

  /** Node n1 refuses the pod as long as somebody runs there; n3 has nothing against it. */
  private static EvictionStage withNominated(String nominated, PodBuilder leaving) {
    return new EvictionStage()
        .tier(_ -> new Priority())
        .tier(_ ->
            new Filtering((_, node) ->
                node.name().equals("n3")
                    || node.tasks().stream()
                        .noneMatch(task -> task.status() == TaskStatus.RUNNING)))
        .node("n1", 2)
        .node("n3", 0)
        .job("less", "low", 0)
        .running("v", "less", "n1")
        .with(leaving.build())
        .job("more", "high", 1)
        .with(World.pending("m", "more").priority(10).nominatedTo(nominated).build());
  }

  /** Two pods of one cpu each fill the node. */
  private static EvictionStage fullOf(String priorityClass, EvictionStage stage) {
    return stage
        .job("less", priorityClass, 0)
        .running("v1", "less", "n1")
        .running("v2", "less", "n1");
  }

  private static Outcome run(EvictionStage stage) {
    return stage.run(new Preempt(PreemptArgs.DEFAULTS));
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

  private static final class FullQueue implements Allocatable {

    @Override
    public String name() {
      return "full";
    }

    @Override
    public boolean allocatable(QueueInfo queue, Task candidate) {
      return false;
    }
  }
}
