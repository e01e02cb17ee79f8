package io.merapi.batch.actions.gangpreempt;

import static io.merapi.batch.actions.bundles.Gangs.HIGH;
import static io.merapi.batch.actions.bundles.Gangs.LOW;
import static io.merapi.batch.actions.bundles.Gangs.group;
import static io.merapi.batch.actions.bundles.Gangs.job;
import static io.merapi.batch.actions.bundles.Gangs.pipelined;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NetworkTopology.Mode;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.HyperNodeGradient;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.HyperNode.Member;
import io.merapi.api.topology.HyperNode.MemberType;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.bundles.Gangs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GangPreemptTest {

  private final Gangs gangs = new Gangs();

  @Test
  void aGangThatStarvesTakesTheNodesOfALessImportantJob() {
    gangs.node("n1", "2").node("n2", "3");
    gangs.with(group("low", LOW, 2).build(), group("high", HIGH, 2).build());
    gangs.running("low", "2", "n1", "n2").waiting("high", 2, "2");
    SchedulingSession session = run();
    assertThat(gangs.world().effects().calls())
        .containsExactly("evict low-0: gangpreempt", "evict low-1: gangpreempt");
    assertThat(pipelined(session).values()).containsExactlyInAnyOrder("n1", "n2");
    assertThat(job(session, "low").count(TaskStatus.RELEASING)).isEqualTo(2);
  }

  @Test
  void theDomainAndTheNodesThatWereClearedAreRemembered() {
    gangs.node("n1", "2").with(group("low", LOW, 1).build(), group("high", HIGH, 1).build());
    gangs.running("low", "2", "n1").waiting("high", 1, "2");
    SchedulingSession session = run();
    assertThat(job(session, "high").subJobs())
        .singleElement()
        .satisfies(part -> assertThat(part.nominatedHyperNode()).isEqualTo(HyperNodes.TOP));
    session.close();
    assertThat(gangs.world().effects().calls())
        .contains(
            "pod high-0: Unschedulable, Pod default/high-0 can possibly be assigned to n1, once"
                + " resource is released and minAvailable is satisfied, nominated to n1");
  }

  @Test
  void nothingIsDoneUnlessTheWholeGangFits() {
    gangs.node("n1", "2").node("n2", "2");
    gangs.with(group("low", LOW, 1).build(), group("high", HIGH, 3).build());
    gangs.running("low", "2", "n1", "n2").waiting("high", 3, "2");
    SchedulingSession session = run();
    assertThat(gangs.evicted()).isEmpty();
    assertThat(pipelined(session)).isEmpty();
    assertThat(job(session, "low").count(TaskStatus.RUNNING)).isEqualTo(2);
  }

  @Test
  void onlyLessImportantJobsOfTheSameQueueAreVictims() {
    gangs.node("n1", "2").node("n2", "2").with(queue("other").build());
    gangs.with(
        group("equal", HIGH, 1).build(),
        group("elsewhere", LOW, 1).queue("other").build(),
        group("high", HIGH, 1).build());
    gangs.running("equal", "2", "n1").running("elsewhere", "2", "n2").waiting("high", 1, "2");
    run();
    assertThat(gangs.evicted()).isEmpty();
  }

  @Test
  void podsAndGroupsThatSayTheyAreNotPreemptableAreSpared() {
    gangs.node("n1", "2").node("n2", "2");
    gangs.with(
        group("job", LOW, 1).annotation("volcano.sh/preemptable", "false").build(),
        group("pod", LOW, 1).build(),
        World.running("pod-0", "pod", "n2")
            .request("cpu", "2")
            .annotation("volcano.sh/preemptable", "false")
            .build(),
        group("high", HIGH, 1).build());
    gangs.running("job", "2", "n1").waiting("high", 1, "2");
    run();
    assertThat(gangs.evicted()).isEmpty();
  }

  @Test
  void tasksThatAJobCanSpareGoBeforeJobsThatWouldNotRunOn() {
    gangs.node("n1", "2").node("n2", "2").node("n3", "2");
    gangs.with(
        group("core", LOW, 1).build(),
        group("elastic", LOW, 1).build(),
        group("high", HIGH, 1).build());
    gangs.running("core", "2", "n1").running("elastic", "2", "n2", "n3").waiting("high", 1, "2");
    run();
    assertThat(gangs.evicted()).containsExactly("elastic-0");
  }

  @Test
  void jobsThatWouldNotRunOnAreSparedWhereSoConfigured() {
    gangs.node("n1", "2").with(group("core", LOW, 1).build(), group("high", HIGH, 1).build());
    gangs.running("core", "2", "n1").waiting("high", 1, "2");
    gangs.run(new GangPreempt(new GangEvictionArgs(8, false, true)));
    assertThat(gangs.evicted()).isEmpty();
  }

  @Test
  void bundlesAreAddedUntilTheGangCanBePlaced() {
    gangs.node("n1", "4").node("n2", "3");
    gangs.with(
        group("a", LOW, 1).build(), group("b", LOW, 1).build(), group("high", HIGH, 1).build());
    gangs.running("a", "2", "n1").running("b", "3", "n2").waiting("high", 1, "4");
    SchedulingSession session = run();
    assertThat(gangs.evicted())
        .as("without b there is enough in sum, but not on one node")
        .containsExactly("b-0", "a-0");
    assertThat(pipelined(session)).isEqualTo(Map.of("high-0", "n1"));
  }

  @Test
  void aTaskThatPluginsSpareTakesItsWholeBundleWithIt() {
    Gangs guarded = new Gangs(_ -> new Sparing("core-1"));
    guarded.node("n1", "2").node("n2", "2");
    guarded.with(group("core", LOW, 2).build(), group("high", HIGH, 1).build());
    guarded.running("core", "2", "n1", "n2").waiting("high", 1, "2");
    guarded.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(guarded.evicted()).isEmpty();
  }

  @Test
  void aTaskThatPluginsSpareLeavesTheOthersOfItsSafeBundle() {
    Gangs guarded = new Gangs(_ -> new Sparing("elastic-0"));
    guarded.node("n1", "2").node("n2", "2").node("n3", "2");
    guarded.with(group("elastic", LOW, 1).build(), group("high", HIGH, 1).build());
    guarded.running("elastic", "2", "n1", "n2", "n3").waiting("high", 1, "2");
    guarded.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
    assertThat(guarded.evicted()).containsExactly("elastic-1");
  }

  @Test
  void domainsAreTriedInTheirOrderAndOnlySoMany() {
    racks();
    gangs.with(
        group("low", LOW, 1).build(),
        group("high", HIGH, 1).networkTopology(new NetworkTopology(Mode.HARD, 1, "")).build());
    gangs.running("low", "2", "n2").waiting("high", 1, "2");
    gangs.run(new GangPreempt(new GangEvictionArgs(1, true, true)));
    assertThat(gangs.evicted()).as("rack r1 holds no victim").isEmpty();
    SchedulingSession session = gangs.run(new GangPreempt(new GangEvictionArgs(2, true, true)));
    assertThat(gangs.evicted()).containsExactly("low-0");
    assertThat(job(session, "high").subJobs())
        .singleElement()
        .satisfies(part -> assertThat(part.nominatedHyperNode()).isEqualTo("r2"));
  }

  @Test
  void aPluginThatThrowsCostsOneJobItsTurnAndLeavesNoTrace() {
    gangs.node("n1", "2").node("n2", "2");
    gangs.with(
        group("low", LOW, 1).build(),
        group("broken", HIGH, 1).created(World.NOW.minusSeconds(9)).build(),
        group("high", HIGH, 1).created(World.NOW).build());
    gangs.running("low", "2", "n1", "n2").waiting("broken", 1, "2").waiting("high", 1, "2");
    gangs.world().tier(_ -> new Breaking());
    SchedulingSession session = run();
    assertThat(session.failures().all()).hasSize(1);
    assertThat(pipelined(session)).containsOnlyKeys("high-0");
    assertThat(gangs.evicted()).containsExactly("low-0");
  }

  private SchedulingSession run() {
    return gangs.run(new GangPreempt(GangEvictionArgs.DEFAULTS));
  }

  /** Two racks, r1 with n1 and r2 with n2, r1 to be tried first. */
  private void racks() {
    gangs.node("n1", "1").node("n2", "2").with(rack("r1", "n1"), rack("r2", "n2"));
    gangs.world().tier(RackByRack::new);
  }

  private static ClusterObject rack(String name, String node) {
    return new HyperNode(
        ObjectMeta.named("", name), 1, "", List.of(new Member(MemberType.NODE, node, null, null)));
  }

  /** Lets all be evicted but one. */
  private record Sparing(String podName) implements UnifiedEvictable {

    @Override
    public String name() {
      return "sparing";
    }

    @Override
    public VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates) {
      return VictimVote.of(
          candidates.stream().filter(task -> !task.name().equals(podName)).toList());
    }
  }

  /** Fails where it is asked about a task of the job that is named for it. */
  private record Breaking() implements Predicate {

    @Override
    public String name() {
      return "breaking";
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      if (task.name().startsWith("broken")) {
        throw new IllegalStateException("lost count");
      }
      return Fit.fits();
    }
  }

  private record RackByRack(Session session) implements HyperNodeGradient {

    @Override
    public String name() {
      return "rack-by-rack";
    }

    @Override
    public List<List<HyperNodeInfo>> gradients(
        Job job, HyperNodeInfo below, SearchPurpose purpose) {
      return List.of(
          Stream.of("r1", "r2")
              .map(name -> Objects.requireNonNull(session.hyperNodes().named(name)))
              .toList());
    }

    @Override
    public List<List<HyperNodeInfo>> gradients(
        SubJob subJob, HyperNodeInfo below, SearchPurpose purpose) {
      return List.of(List.of(below));
    }
  }
}
