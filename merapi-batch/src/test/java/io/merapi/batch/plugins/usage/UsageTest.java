package io.merapi.batch.plugins.usage;

import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.framework.Dependence;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.plugins.usage.UsageArgs.Estimator;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node of 8 CPUs and 16 GiB, and a task that wants to go there. */
class UsageTest {

  private static final Duration JUST_NOW = Duration.ofSeconds(10);
  private static final Offset<Double> EXACTLY = within(1e-9);

  private UsageArgs args = UsageArgs.DEFAULTS;
  private final World world =
      new World(
              node("n")
                  .allocatable("cpu", "8")
                  .allocatable("memory", "16Gi")
                  .allocatable("pods", "20")
                  .build(),
              podGroup("g").minMember(1).build(),
              pending("new", "g").build())
          .tier(session -> new Usage(args, session));

  @ParameterizedTest(name = "{0} % cpu, {1} % memory: {2}")
  @CsvSource(
      nullValues = "fits",
      value = {
        "80, 80, fits",
        "80.1, 10, the CPU load of the node exceeds the upper limit.",
        "10, 80.1, the memory load of the node exceeds the upper limit.",
        "90, 90, the CPU load of the node exceeds the upper limit."
      })
  void aNodeAboveAThresholdTakesNoTask(double cpu, double memory, @Nullable String why) {
    assertThat(reason(fit(world.load("n", cpu, memory, JUST_NOW)))).isEqualTo(why);
  }

  @Test
  void evictingOthersWouldNotHelp() {
    assertThat(fit(world.load("n", 90, 0, JUST_NOW)))
        .isInstanceOfSatisfying(
            Fit.Refused.class,
            refused ->
                assertThat(refused.statuses().getFirst().code())
                    .isEqualTo(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE));
  }

  @Test
  void thresholdsAreArguments() {
    args = new UsageArgs(5, 1, 1, 50, 0, Estimator.DEFAULTS);

    assertThat(fit(world.load("n", 50, 0, JUST_NOW)).isSuccess()).isTrue();
    assertThat(fit(world.load("n", 50.5, 0, JUST_NOW)).isSuccess()).isFalse();
    assertThat(fit(world.load("n", 50, 0.1, JUST_NOW)).isSuccess()).isFalse();
  }

  @Test
  void whatWasMeasuredMoreThanFiveMinutesAgoCountsForNothing() {
    world.load("n", 90, 90, Duration.ofMinutes(5));
    assertThat(fit(world).isSuccess()).isFalse();
    assertThat(score(world)).isPositive();

    world.load("n", 90, 90, Duration.ofMinutes(5).plusMillis(1));
    assertThat(fit(world).isSuccess()).isTrue();
    assertThat(score(world)).isZero();
  }

  @Test
  void aNodeThatWasNeverMeasuredTakesTasksAndScoresNothing() {
    assertThat(fit(world).isSuccess()).isTrue();
    assertThat(score(world)).isZero();
  }

  @ParameterizedTest(name = "weights {0}, {1}, {2}: {3}")
  @CsvSource({
    "5, 1, 1, 325",
    "10, 1, 1, 650",
    "1, 3, 1, 62.5",
    "5, 0, 1, 350",
    "5, 0, 0, 0",
    "0, 1, 1, 0"
  })
  void theScoreIsWhatIsFreeOfLoadByWeight(long weight, long cpu, long memory, double expected) {
    args = new UsageArgs(weight, cpu, memory, 80, 80, Estimator.DEFAULTS);

    assertThat(score(world.load("n", 40, 30, JUST_NOW))).isEqualTo(expected, EXACTLY);
  }

  @Test
  void aTaskThatWasPlacedInThisSessionCountsByWhatItAsksFor() {
    world.with(sized("placed").build()).load("n", 40, 30, JUST_NOW);
    SchedulingSession session = world.open();
    SessionNode node = session.nodes().getFirst();
    Statement statement = session.statement();

    statement.allocate(task(session, "placed"), node);
    // The example of the documentation.
    assertThat(score(session)).isEqualTo(281.25, EXACTLY);

    statement.discard();
    assertThat(score(session)).isEqualTo(325, EXACTLY);
  }

  @ParameterizedTest(name = "request {0}, burst {1}: {2}")
  @CsvSource({"0.7, 0, 281.25", "1, 0, 262.5", "0, 0, 325", "0.5, 0.5, 278.125", "1, 1, 231.25"})
  void partsOfRequestAndBurstCount(double request, double burst, double expected) {
    estimating(new Estimator(request, burst, 0.6, 1.2, 250, 0));
    world.with(sized("young").on("n").build()).load("n", 40, 30, JUST_NOW);

    assertThat(score(world)).isEqualTo(expected, EXACTLY);
  }

  @ParameterizedTest(name = "risk from {0}, times {1}: {2}")
  @CsvSource({"0.36, 2, 281.25", "0.35, 2, 237.5", "0.35, 1, 281.25", "0.35, 9, 262.5"})
  void estimatesAreRaisedOnABusyNodeButNotAboveTheLimit(
      double threshold, double factor, double expected) {
    estimating(new Estimator(0.7, 0, threshold, factor, 250, 0));
    PodBuilder young = sized("young").on("n");
    // With a limit at the request no estimate is above the request.
    world.with(
        factor == 9 ? limited(young) : young.limit("cpu", "2").limit("memory", "4Gi").build());

    assertThat(score(world.load("n", 40, 30, JUST_NOW))).isEqualTo(expected, EXACTLY);
  }

  @Test
  void aTaskWithoutRequestsCountsAsConfigured() {
    estimating(new Estimator(0.7, 0, 0.6, 1.2, 800, 1.6 * (1L << 30)));
    world
        .with(
            PodBuilder.pod("small")
                .uid("small")
                .group("g")
                .schedulerName("volcano")
                .on("n")
                .phase(PodPhase.PENDING)
                .build())
        .load("n", 40, 30, JUST_NOW);

    // A tenth more of both.
    assertThat(score(world)).isEqualTo(275, EXACTLY);
  }

  @ParameterizedTest(name = "started {0} s ago: {1}")
  @CsvSource({"29, 281.25", "30, 325", "3000, 325"})
  void aRunningTaskCountsUntilItIsMeasured(long seconds, double expected) {
    world.with(runningSince(seconds)).load("n", 40, 30, JUST_NOW);

    assertThat(score(world)).isEqualTo(expected, EXACTLY);
  }

  @Test
  void theIntervalOfTheMetricsSaysWhenATaskIsMeasured() {
    world.measuredEvery(Duration.ofMinutes(2)).with(runningSince(119)).load("n", 40, 30, JUST_NOW);

    assertThat(score(world)).isEqualTo(281.25, EXACTLY);
  }

  @Test
  void aRunningTaskThatDoesNotSayWhenItStartedCounts() {
    world.with(sized("young").on("n").phase(PodPhase.RUNNING).build()).load("n", 40, 30, JUST_NOW);

    assertThat(score(world)).isEqualTo(281.25, EXACTLY);
  }

  @Test
  void aTaskThatIsEvictedGivesBackWhatWasEstimatedForIt() {
    world.with(runningSince(1)).load("n", 40, 30, JUST_NOW);
    SchedulingSession session = world.open();
    Statement statement = session.statement();

    statement.evict(task(session, "young"), "test");
    assertThat(score(session)).isEqualTo(325, EXACTLY);

    statement.discard();
    assertThat(score(session)).isEqualTo(281.25, EXACTLY);
  }

  @Test
  void moreLoadThanThereIsCapacityLeavesNothing() {
    world.with(running("big", "g", "n").request("cpu", "100").build());

    assertThat(score(world.load("n", 40, 30, JUST_NOW))).isEqualTo(175, EXACTLY);
  }

  @Test
  void answersDependOnTheNodeAlone() {
    SchedulingSession session = world.open();
    Usage plugin = plugin(session);
    Task task = task(session, "new");

    assertThat(plugin.predicateDependence(task)).isEqualTo(Dependence.NODE);
    assertThat(plugin.nodeOrderDependence(task)).isEqualTo(Dependence.NODE);
    assertThat(plugin.tellsJobsApart()).isFalse();
  }

  private void estimating(Estimator estimator) {
    args = new UsageArgs(5, 1, 1, 80, 80, estimator);
  }

  /** 1 CPU and 2 GiB, and at most 2 CPUs. */
  private static PodBuilder sized(String name) {
    return pending(name, "g").request("memory", "2Gi").limit("cpu", "2").limit("memory", "2Gi");
  }

  private static Pod limited(PodBuilder pod) {
    return pod.limit("cpu", "1").limit("memory", "2Gi").build();
  }

  private static Pod runningSince(long seconds) {
    return sized("young")
        .on("n")
        .phase(PodPhase.RUNNING)
        .started(World.NOW.minusSeconds(seconds))
        .build();
  }

  private static Fit fit(World world) {
    SchedulingSession session = world.open();
    return plugin(session).predicate(task(session, "new"), session.nodes().getFirst());
  }

  private static double score(World world) {
    return score(world.open());
  }

  private static double score(SchedulingSession session) {
    return plugin(session).scoreNode(task(session, "new"), session.nodes().getFirst());
  }

  private static Usage plugin(SchedulingSession session) {
    return (Usage) session.plugins().all().iterator().next();
  }

  private static Task task(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/g")).tasks().stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static @Nullable String reason(Fit fit) {
    return fit instanceof Fit.Refused refused
        ? refused.statuses().getFirst().reason().summary()
        : null;
  }
}
