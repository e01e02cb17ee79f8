package io.merapi.batch.actions.allocate;

import static io.merapi.testkit.HyperNodeBuilder.hyperNode;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NetworkTopology.Mode;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.session.Task;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAware;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodGroupBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two racks, {@code r1} with nodes a and b, {@code r2} with c and d, in one row above them. */
class DomainAllocationTest {

  private static final NetworkTopology ONE_RACK = new NetworkTopology(Mode.HARD, 1, "");
  private static final NetworkTopology ONE_ROW = new NetworkTopology(Mode.HARD, 2, "");

  private final World world =
      new World()
          .tier(Gang::new)
          .tier(session -> new NetworkTopologyAware(NetworkTopologyAwareArgs.DEFAULTS, session))
          .with(
              hyperNode("r1").nodes("a", "b").build(),
              hyperNode("r2").nodes("c", "d").build(),
              hyperNode("row").tier(2).hyperNodes("r1", "r2").build());

  @Test
  void aJobLiesWithinOneDomainThatHoldsAllOfIt() {
    nodes(Map.of("a", 1, "b", 1, "c", 2, "d", 2));
    job(group(4).networkTopology(ONE_RACK), 4);
    SchedulingSession session = run();
    assertThat(places(session).values()).containsOnly("c", "d");
    assertThat(job(session).allocatedHyperNode()).isEqualTo("r2");
    assertThat(world.effects().calls()).hasSize(4);
  }

  @Test
  void whereTheDomainOfAJobIsTooSmallNothingMovesAndItIsNamed() {
    nodes(Map.of("c", 4, "d", 4));
    node("a", "2500m");
    node("b", "1500m");
    world.with(World.running("old", "job", "a").build());
    job(group(4).networkTopology(ONE_RACK), 3);
    SchedulingSession session = run();
    assertThat(places(session)).isEmpty();
    assertThat(job(session).allocatedHyperNode()).isEqualTo("r1");
    assertThat(job(session).fitError())
        .endsWith("In hyperNode r1: 0/2 nodes are unavailable: 2 Insufficient cpu.");
  }

  @Test
  void aWiderDomainIsTriedWhereNoneOfTheLowerTierDoes() {
    nodes(Map.of("a", 1, "b", 1, "c", 1, "d", 1));
    job(group(3).networkTopology(ONE_ROW), 3);
    SchedulingSession session = run();
    assertThat(places(session)).hasSize(3);
    assertThat(job(session).allocatedHyperNode()).isEqualTo("row");
  }

  @Test
  void softTopologyMaySpreadButPrefersOneDomain() {
    nodes(Map.of("a", 1, "b", 1, "c", 2, "d", 1));
    job(group(3).networkTopology(new NetworkTopology(Mode.SOFT, null, "")), 3);
    SchedulingSession session = run();
    assertThat(places(session).values()).containsOnly("c", "d");
    assertThat(job(session).allocatedHyperNode()).isEqualTo("r2");
  }

  @Test
  void tasksBeyondTheMinimumGoWhereTheJobLies() {
    nodes(Map.of("a", 4, "b", 4, "c", 1, "d", 2));
    world.with(
        World.running("old", "job", "c").build(),
        group(2).networkTopology(ONE_RACK).phase(PodGroupPhase.RUNNING).build());
    pods(2);
    SchedulingSession session = run();
    assertThat(places(session).values()).containsOnly("d");
  }

  @Test
  void eachSubJobLiesInADomainOfItsOwn() {
    nodes(Map.of("a", 1, "b", 1, "c", 1, "d", 1));
    world.with(group(4).subGroups(pairs(ONE_RACK)).build());
    IntStream.range(0, 4)
        .forEach(
            i -> world.with(World.pending("job-" + i, "job").label("pair", "" + i / 2).build()));
    SchedulingSession session = run();
    Map<String, String> places = places(session);
    assertThat(rackOf(places, "job-0")).isEqualTo(rackOf(places, "job-1"));
    assertThat(rackOf(places, "job-2")).isEqualTo(rackOf(places, "job-3"));
    assertThat(rackOf(places, "job-0")).isNotEqualTo(rackOf(places, "job-2"));
    assertThat(job(session).subJobs())
        .extracting(SubJobState::allocatedHyperNode)
        .containsExactlyInAnyOrder("r1", "r2");
  }

  @Test
  void whileDomainsMakeNoSenseTogetherJobsThatNeedThemWait() {
    nodes(Map.of("a", 4));
    world.with(
        hyperNode("one").tier(3).hyperNodes("row").build(),
        hyperNode("other").tier(3).hyperNodes("row").build());
    job(group(1).networkTopology(ONE_RACK), 1);
    world.with(
        podGroup("plain").phase(PodGroupPhase.INQUEUE).build(),
        World.pending("plain-0", "plain").build());
    run();
    assertThat(world.effects().calls()).containsExactly("bind plain-0 to a {}");
  }

  @Test
  void aSubJobGoesIntoTheDomainWhereRoomWasMadeForIt() {
    nodes(Map.of("a", 2, "b", 2, "c", 2, "d", 2));
    world.with(group(2).networkTopology(ONE_RACK).build());
    world.with(
        World.pending("job-0", "job").nominatedTo("a").build(),
        World.pending("job-1", "job").nominatedTo("b").build());
    SchedulingSession session = world.open();
    whole(session).setNominatedHyperNode("r1");
    new Allocate(AllocateArgs.DEFAULTS, true).execute(session);
    assertThat(places(session)).containsExactly(Map.entry("job-0", "a"), Map.entry("job-1", "b"));
    assertThat(whole(session).allocatedHyperNode()).isEqualTo("r1");
    assertThat(whole(session).nominatedHyperNode()).as("redeemed").isEmpty();
  }

  @Test
  void nominationsOfWhichOneDoesNotHoldAreGivenUpTogether() {
    nodes(Map.of("a", 1, "b", 0, "c", 2, "d", 2));
    world.with(group(2).networkTopology(ONE_RACK).build());
    world.with(
        World.pending("job-0", "job").nominatedTo("a").build(),
        World.pending("job-1", "job").nominatedTo("b").build());
    SchedulingSession session = world.open();
    whole(session).setNominatedHyperNode("r1");
    new Allocate(AllocateArgs.DEFAULTS, true).execute(session);
    assertThat(places(session).values()).hasSize(2).isSubsetOf("c", "d");
    assertThat(whole(session).allocatedHyperNode()).isEqualTo("r2");
  }

  private static SubGroupPolicy pairs(NetworkTopology topology) {
    return new SubGroupPolicy("pairs", null, List.of("pair"), 2, 2, topology);
  }

  private static PodGroupBuilder group(int minimum) {
    return podGroup("job").minMember(minimum).phase(PodGroupPhase.INQUEUE);
  }

  private void job(PodGroupBuilder group, int size) {
    world.with(group.build());
    pods(size);
  }

  private void pods(int size) {
    IntStream.range(0, size).forEach(i -> world.with(World.pending("job-" + i, "job").build()));
  }

  private void nodes(Map<String, Integer> cpus) {
    new TreeMap<>(cpus).forEach((name, cpu) -> node(name, Integer.toString(cpu)));
  }

  private void node(String name, String cpu) {
    world.with(NodeBuilder.node(name).allocatable("cpu", cpu).allocatable("pods", "10").build());
  }

  private SchedulingSession run() {
    SchedulingSession session = world.open();
    new Allocate(AllocateArgs.DEFAULTS, true).execute(session);
    return session;
  }

  private static JobState job(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job"));
  }

  private static SubJobState whole(SchedulingSession session) {
    return Objects.requireNonNull(job(session).defaultSubJob());
  }

  /** The nodes of tasks that were pending, by name. */
  private static Map<String, String> places(SchedulingSession session) {
    var places = new TreeMap<String, String>();
    for (Task task : job(session).tasks()) {
      if (!task.nodeName().isEmpty() && !task.pod().assigned()) {
        places.put(task.name(), task.nodeName());
      }
    }
    return places;
  }

  private static String rackOf(Map<String, String> places, String task) {
    return List.of("a", "b").contains(places.get(task)) ? "r1" : "r2";
  }
}
