package io.merapi.batch.actions.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.SimulateAddTask;
import io.merapi.api.session.extension.SimulateAllocatable;
import io.merapi.api.session.extension.SimulatePredicate;
import io.merapi.api.session.extension.SimulateRemoveTask;
import io.merapi.batch.actions.eviction.EvictionStage;
import io.merapi.batch.actions.eviction.EvictionStage.Outcome;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DryRunPreemptionTest {

  private static final PreemptArgs ALL_NODES = new PreemptArgs(true, true, 16, 100, 1, 100);

  private final EvictionStage stage = new EvictionStage().tier(_ -> new Priority());

  @ParameterizedTest(name = "of {0} nodes with {1} % and {2} to {3} candidates: {4}")
  @CsvSource({
    "5, 10, 1, 100, 1",
    "50, 10, 1, 100, 5",
    "55, 10, 1, 100, 5",
    "50, 10, 8, 100, 8",
    "50, 10, 80, 100, 50",
    "2000, 10, 1, 100, 100",
    "50, 0, 0, 100, 0",
    "50, -20, 3, 100, 3",
    "50, 200, 1, 100, 50",
    "50, 10, 8, 3, 3",
    "50, 10, 8, 0, 0",
    "50, 10, 8, -1, -1"
  })
  void howManyCandidatesAreEnough(
      int nodes, long percentage, long atLeast, long atMost, long enough) {
    assertThat(
            DryRunPreemption.enough(
                nodes, new PreemptArgs(true, true, 16, percentage, atLeast, atMost)))
        .isEqualTo(enough);
  }

  @Test
  void withoutWorkersNoNodeIsLookedAt() {
    assertThat(DryRunPreemption.enough(5, new PreemptArgs(true, true, 0, 100, 1, 100))).isZero();
  }

  @Test
  void theNodeWhoseMostImportantVictimMattersLeastIsTaken() {
    twoNodesOf(2)
        .with(victim("middle", "n1").priority(5).build())
        .with(victim("low-1", "n2").priority(1).request("cpu", "1").build())
        .with(victim("low-2", "n2").priority(1).request("cpu", "1").build());
    Outcome outcome = run();
    assertThat(outcome.evicted()).containsExactlyInAnyOrder("low-1: preempt", "low-2: preempt");
    assertThat(outcome.pipelined()).isEqualTo(Map.of("m", "n2"));
  }

  @Test
  void thenTheOneWithFewerVictims() {
    twoNodesOf(2)
        .with(victim("two-1", "n1").request("cpu", "1").build())
        .with(victim("two-2", "n1").request("cpu", "1").build())
        .with(victim("one", "n2").build());
    assertThat(run().evicted()).containsExactly("one: preempt");
  }

  @Test
  void thenTheOneWhereLessWorkIsLost() {
    twoNodesOf(2)
        .with(victim("old", "n1").started(Instant.EPOCH).build())
        .with(victim("young", "n2").started(World.NOW).build());
    assertThat(run().evicted()).containsExactly("young: preempt");
  }

  @Test
  void ofTheVictimsOnANodeTheMoreImportantAreSparedFirst() {
    stage
        .node("n1", 3)
        .job("less", "low", 0)
        .with(victim("small", "n1").priority(1).request("cpu", "1").build())
        .with(victim("large", "n1").priority(2).request("cpu", "2").build())
        .job("more", "high", 1)
        .with(World.pending("m", "more").request("cpu", "2").build());
    assertThat(run().evicted())
        .as("small goes first, large has to go too, and then small may stay")
        .containsExactly("large: preempt");
  }

  @Test
  void aNodeThatNeedsNoVictimsIsNoCandidate() {
    stage.node("n1", 2).job("less", "low", 0).running("v", "less", "n1");
    Outcome outcome = run(stage.job("more", "high", 1).pending("m", "more"));
    assertThat(outcome.evicted()).isEmpty();
    assertThat(outcome.pipelined()).isEmpty();
  }

  @Test
  void filtersJudgeByTheDryRunAndTheSessionIsUntouchedMeanwhile() {
    var seen = new ArrayList<DryFilter>();
    twoNodesOf(3)
        .tier(session -> {
          seen.add(new DryFilter(session, gone -> gone.contains("two-2")));
          return seen.getFirst();
        })
        .with(victim("two-1", "n1").request("cpu", "1").build())
        .with(victim("two-2", "n1").request("cpu", "2").build())
        .with(victim("one", "n2").request("cpu", "3").build());
    Outcome outcome = run();
    assertThat(outcome.evicted()).containsExactly("two-2: preempt");
    assertThat(seen.getFirst().idleInSession).isNotEmpty().containsOnly(0.0);
  }

  @Test
  void whereFiltersAreContentInTheEndAFullQueueDoesNotCount() {
    stage.tier(_ -> new FullQueue()).node("n1", 1).job("less", "low", 0).running("v", "less", "n1");
    Outcome outcome = run(stage.job("more", "high", 1).pending("m", "more"));
    assertThat(outcome.evicted()).as("kept from upstream").containsExactly("v: preempt");
  }

  @Test
  void sameClusterSameChoice() {
    List<List<String>> choices = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      EvictionStage again = new EvictionStage().tier(_ -> new Priority()).job("less", "low", 0);
      for (int node = 0; node < 9; node++) {
        again.node("n" + node, 1).running("v" + node, "less", "n" + node);
      }
      again.job("more", "high", 1).pending("m", "more");
      choices.add(again.run(new Preempt(new PreemptArgs(true, true, 16, 10, 1, 100))).evicted());
    }
    assertThat(choices.getFirst()).hasSize(1);
    assertThat(choices).containsOnly(choices.getFirst());
  }

  /** Two nodes, and a job that wants two cpus on one of them. */
  private EvictionStage twoNodesOf(int cpus) {
    return stage
        .node("n1", cpus)
        .node("n2", cpus)
        .job("less", "low", 0)
        .job("more", "high", 1)
        .with(World.pending("m", "more").request("cpu", "2").build());
  }

  private static PodBuilder victim(String name, String node) {
    return World.running(name, "less", node).request("cpu", "2");
  }

  private Outcome run() {
    return run(stage);
  }

  private static Outcome run(EvictionStage stage) {
    return stage.run(new Preempt(ALL_NODES));
  }

  /** Accepts a node by the tasks that a dry run has taken off, and looks at the session too. */
  private static final class DryFilter
      implements SimulatePredicate, SimulateAddTask, SimulateRemoveTask {

    private final Session session;
    private final Predicate<List<String>> accepts;
    private final List<String> gone = new ArrayList<>();
    private final List<Double> idleInSession = new ArrayList<>();

    DryFilter(Session session, Predicate<List<String>> accepts) {
      this.session = session;
      this.accepts = accepts;
    }

    @Override
    public String name() {
      return "dry";
    }

    @Override
    public Verdict simulateAddTask(
        CycleState state, Task toSchedule, Task toAdd, SessionNode node) {
      gone.remove(toAdd.name());
      return Verdict.success();
    }

    @Override
    public Verdict simulateRemoveTask(
        CycleState state, Task toSchedule, Task toRemove, SessionNode node) {
      gone.add(toRemove.name());
      return Verdict.success();
    }

    @Override
    public Fit simulatePredicate(CycleState state, Task task, SessionNode node) {
      session.nodes().forEach(each -> idleInSession.add(each.futureIdle().cpuMillis()));
      return accepts.test(gone) ? Fit.fits() : Fit.unschedulable(Reason.of("No", "no"));
    }
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
