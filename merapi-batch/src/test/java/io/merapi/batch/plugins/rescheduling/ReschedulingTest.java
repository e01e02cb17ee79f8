package io.merapi.batch.plugins.rescheduling;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.actions.shuffle.Shuffle;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes of 4 CPUs and 8 GiB: a with pods, b without. */
class ReschedulingTest {

  private static final Duration AGO = Duration.ofSeconds(10);
  private static final LowNodeUtilization TWENTY_TO_FIFTY = between(20, 50);

  private ReschedulingTimer timer = new ReschedulingTimer();
  private ReschedulingArgs args =
      new ReschedulingArgs(Duration.ofMinutes(5), "10m", TWENTY_TO_FIFTY);
  private final World world =
      new World(sized("a").build(), sized("b").build(), podGroup("g").minMember(1).build())
          .tier(session -> new Rescheduling(args, session, timer));

  /** The example of the documentation. */
  @Test
  void picksFromANodeWithMuchLoadUntilItHasLess() {
    world
        .with(
            pod("x").priority(0).build(),
            pod("y").priority(0).build(),
            pod("z").priority(10).build())
        .load("a", 75, 40, AGO)
        .load("b", 10, 10, AGO);

    assertThat(victims()).containsExactly("x", "y");
  }

  @ParameterizedTest(name = "a {0} % cpu, b {1} %: {2} are picked")
  @CsvSource({
    // Exactly at the target is not too much, but reason enough to go on once it was.
    "50, 10, 0",
    "50.1, 10, 1",
    "65, 10, 2",
    // Nobody has little load.
    "75, 20, 0",
    "75, 19.9, 2",
    // Nobody has much.
    "45, 10, 0"
  })
  void thereMustBeNodesWithMuchAndNodesWithLittleLoad(double a, double b, int picked) {
    world
        .with(pod("x").build(), pod("y").build(), pod("z").build())
        .load("a", a, 10, AGO)
        .load("b", b, 10, AGO);

    assertThat(victims()).hasSize(picked);
  }

  @Test
  void oneResourceMakesMuchLoadAndBothMakeLittle() {
    world.with(pod("x").build()).load("a", 10, 60, AGO).load("b", 10, 10, AGO);
    assertThat(victims()).containsExactly("x");

    timer = new ReschedulingTimer();
    world.load("b", 10, 30, AGO);
    assertThat(victims()).isEmpty();
  }

  @Test
  void byDefaultNoNodeHasMuchLoad() {
    args = ReschedulingArgs.DEFAULTS;
    world.with(pod("x").build()).load("a", 100, 100, AGO).load("b", 0, 0, AGO);

    assertThat(victims()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5m", "1h", ""})
  void loadIsKnownUnderThePeriodOfItsCollectionOnly(String period) {
    args = new ReschedulingArgs(args.interval(), period, TWENTY_TO_FIFTY);
    world.with(pod("x").build()).load("a", 75, 40, AGO).load("b", 10, 10, AGO);

    assertThat(victims()).isEmpty();
  }

  @Test
  void theAgeOfAMeasurementDoesNotCount() {
    world
        .with(pod("x").build())
        .load("a", 75, 40, Duration.ofDays(1))
        .load("b", 10, 10, Duration.ofDays(1));

    assertThat(victims()).containsExactly("x");
  }

  @Test
  void aCordonedNodeIsNoPlaceToGoButOneToLeave() {
    world
        .with(pod("x").build(), sized("b").unschedulable().build())
        .load("a", 75, 40, AGO)
        .load("b", 10, 10, AGO);
    assertThat(victims()).isEmpty();

    timer = new ReschedulingTimer();
    world.with(sized("b").build(), sized("a").unschedulable().build());
    assertThat(victims()).containsExactly("x");
  }

  @Test
  void lowPrioritiesGoFirstAndAmongThemWhoIsServedWorst() {
    world
        .with(
            pod("important").priority(9).build(),
            pod("guaranteed").priority(1).limit("cpu", "600m").limit("memory", "1Gi").build(),
            pod("burstable").priority(1).build(),
            pod("told").priority(1).qosClass("BestEffort").build(),
            pod("without").build())
        .load("a", 125, 40, AGO)
        .load("b", 10, 10, AGO);

    // One after the other: 110, 95, 80, 65, 50.
    assertThat(victimsInOrder())
        .containsExactly("without", "told", "burstable", "guaranteed", "important");
  }

  @Test
  void nodesWithTheMostLoadComeFirst() {
    world
        .with(sized("c").build(), pod("x").build(), pod("y").on("c").build())
        .load("a", 55, 10, AGO)
        .load("b", 10, 10, AGO)
        .load("c", 55, 40, AGO);

    assertThat(victimsInOrder()).containsExactly("y", "x");
  }

  @Test
  void roomThatIsUsedUpToTheLastUnitEndsItAndRoomThatIsOverdrawnDoesNot() {
    // 45 % of 4 CPUs are three times 0.6; 46 % are a little more.
    world
        .with(pod("w").build(), pod("x").build(), pod("y").build(), pod("z").build())
        .load("a", 120, 40, AGO)
        .load("b", 5, 10, AGO);
    assertThat(victims()).hasSize(3);

    timer = new ReschedulingTimer();
    world.load("b", 4, 10, AGO);
    assertThat(victims()).hasSize(4);
  }

  @Test
  void whatIsFreedIsAPartOfTheCapacityAndRoomOfWhatIsAllocatable() {
    world
        .with(
            sized("a").capacity("cpu", "6").build(),
            sized("b").capacity("cpu", "100").build(),
            pod("x").build(),
            pod("y").build(),
            pod("z").build())
        .load("a", 70, 40, AGO)
        .load("b", 5, 10, AGO);

    // 0.6 of 6 CPUs are 10 %; at 50 % it goes on.
    assertThat(victims()).hasSize(3);
  }

  @Test
  void onlyRunningTasksOfJobsArePicked() {
    world
        .with(
            PodBuilder.pod("other").on("a").priority(-5).request("cpu", "1").build(),
            pod("ending").priority(-4).terminating().build(),
            pod("x").build())
        .load("a", 55, 10, AGO)
        .load("b", 10, 10, AGO);

    assertThat(victims()).containsExactly("x");
  }

  @Test
  void aPodStandsForTheFirstRunningTaskOfItsName() {
    world
        .with(
            sized("c").build(),
            podGroup("first").minMember(1).created(World.NOW.minusSeconds(9)).build(),
            World.running("twin", "first", "c").uid("on-c").build(),
            World.running("twin", "none", "a").namespace("elsewhere").uid("on-a").build())
        .load("a", 55, 10, AGO)
        .load("b", 10, 10, AGO)
        .load("c", 40, 10, AGO);

    SchedulingSession session = world.open();
    assertThat(session.evictions().victims(running(session)))
        .extracting(Task::nodeName)
        .containsExactly("c");
  }

  @Test
  void anIntervalPassesBetweenRunsWhetherOrNotAnybodyAsks() {
    world.with(pod("x").build()).load("a", 75, 40, AGO).load("b", 10, 10, AGO);

    world.open();
    assertThat(victims()).isEmpty();
  }

  @ParameterizedTest(name = "{0} s after the start")
  @CsvSource({"300, false", "301, true"})
  void theFirstRunWaitsForAnIntervalToo(long seconds, boolean due) {
    timer = new ReschedulingTimer(World.NOW.minusSeconds(seconds));
    world.with(pod("x").build()).load("a", 75, 40, AGO).load("b", 10, 10, AGO);

    assertThat(victims().isEmpty()).isEqualTo(!due);
  }

  @Test
  void theIntervalIsAnArgument() {
    args = new ReschedulingArgs(Duration.ofSeconds(20), "10m", TWENTY_TO_FIFTY);
    timer = new ReschedulingTimer(World.NOW.minusSeconds(21));
    world.with(pod("x").build()).load("a", 75, 40, AGO).load("b", 10, 10, AGO);

    assertThat(victims()).containsExactly("x");
  }

  @Test
  void withoutAKnownStrategyNobodyIsPicked() {
    args = new ReschedulingArgs(args.interval(), "10m", null);
    world.with(pod("x").build()).load("a", 75, 40, AGO).load("b", 10, 10, AGO);

    assertThat(victims()).isEmpty();
  }

  @Test
  void shuffleEvictsWhoIsPicked() {
    world.with(pod("x").build()).load("a", 75, 40, AGO).load("b", 10, 10, AGO);

    new Shuffle().execute(world.open());
    assertThat(world.effects().calls()).containsExactly("evict x: shuffle");
  }

  private static NodeBuilder sized(String name) {
    return node(name)
        .allocatable("cpu", "4")
        .allocatable("memory", "8Gi")
        .allocatable("pods", "20");
  }

  /** Runs on a with 0.6 CPUs and 1 GiB. */
  private static PodBuilder pod(String name) {
    return World.running(name, "g", "a").request("cpu", "600m").request("memory", "1Gi");
  }

  private static LowNodeUtilization between(double low, double high) {
    return new LowNodeUtilization(
        Map.of("cpu", low, "memory", low), Map.of("cpu", high, "memory", high));
  }

  private List<String> victims() {
    return victimsInOrder().stream().sorted().toList();
  }

  private List<String> victimsInOrder() {
    SchedulingSession session = world.open();
    return session.evictions().victims(running(session)).stream().map(Task::name).toList();
  }

  private static List<Task> running(SchedulingSession session) {
    var running = new ArrayList<Task>();
    session.jobs().forEach(job -> running.addAll(job.tasks(TaskStatus.RUNNING)));
    return running;
  }
}
