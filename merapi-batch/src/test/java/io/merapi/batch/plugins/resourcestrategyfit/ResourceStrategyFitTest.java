package io.merapi.batch.plugins.resourcestrategyfit;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.framework.Dependence;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.plugins.resourcestrategyfit.Proportional.Share;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceStrategyFitTest {

  private static final String GPU = "nvidia.com/gpu";
  private static final ResourceStrategy PACK = new ResourceStrategy(true, 1);
  private static final ResourceStrategy SPREAD = new ResourceStrategy(false, 1);

  /** Of {@code gpus} 5 GPUs, 14 CPUs and 16 × 10⁹ bytes are in use; {@code plain} is empty. */
  private final World world =
      new World(
          node("gpus")
              .allocatable("cpu", "64")
              .allocatable("memory", "64G")
              .allocatable("pods", "10")
              .allocatable(GPU, "8")
              .build(),
          node("plain")
              .allocatable("cpu", "16")
              .allocatable("memory", "64G")
              .allocatable("pods", "10")
              .build(),
          podGroup("job").build(),
          World.running("holder", "job", "gpus")
              .request("cpu", "14")
              .request("memory", "16G")
              .request(GPU, "5")
              .build());

  @Nested
  class ScoreByStrategies {

    @Test
    void spreadsByCpuAndMemoryUnlessToldOtherwise() {
      PodBuilder task = pending().request("cpu", "2").request("memory", "16G");
      assertThat(score(ResourceStrategyFitArgs.DEFAULTS, task, "gpus"))
          .isEqualTo((48.0 / 64 + 32.0 / 64) / 2 * 1000);
      assertThat(score(ResourceStrategyFitArgs.DEFAULTS, task, "plain"))
          .isEqualTo((14.0 / 16 + 48.0 / 64) / 2 * 1000);
    }

    @Test
    void packsBySomeResourcesAndSpreadsByOthers() {
      var args = strategies(Map.of(GPU, new ResourceStrategy(true, 2), "cpu", SPREAD));
      PodBuilder task = pending().request("cpu", "2").request(GPU, "1");
      assertThat(score(args, task, "gpus")).isEqualTo((2 * 0.75 + 0.75) / 3 * 1000);
    }

    @Test
    void aNodeWhereACountedResourceDoesNotSufficeScoresNothing() {
      var args = strategies(Map.of("cpu", SPREAD, GPU, PACK));
      PodBuilder task = pending().request("cpu", "2").request(GPU, "4");
      assertThat(score(args, task, "gpus")).isZero();
    }

    @Test
    void aCountedResourceThatANodeHasNothingOfLowersItsScore() {
      var args = strategies(Map.of("cpu", SPREAD, GPU, PACK));
      PodBuilder task = pending().request("cpu", "4").request(GPU, "1");
      assertThat(score(args, task, "plain")).isEqualTo((0.75 + 0) / 2 * 1000);
    }

    @Test
    void resourcesThatDoNotCountNeedNotSuffice() {
      PodBuilder task = pending().request("cpu", "100").request("memory", "32G");
      assertThat(score(strategies(Map.of("memory", PACK)), task, "plain")).isEqualTo(500.0);
    }

    @Test
    void podsAreAResourceToo() {
      assertThat(score(strategies(Map.of("pods", PACK)), pending(), "gpus"))
          .isCloseTo(2.0 / 10 * 1000, within(1e-9));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
      "nvidia.com/*, 750",
      "nvidia*, 750",
      "n*, 750",
      "nvidia.com/gpu*, 750",
      "nvidia.com/gpu-*, 0",
      "nvidia.com, 0",
      "amd.com/*, 0"
    })
    void aPatternStandsForAllResourcesThatBeginSo(String pattern, double expected) {
      PodBuilder task = pending().request(GPU, "1");
      assertThat(score(strategies(Map.of(pattern, PACK)), task, "gpus")).isEqualTo(expected);
    }

    @Test
    void theNameItselfGoesBeforeAnyPatternAndALongerPatternBeforeAShorter() {
      PodBuilder task = pending().request(GPU, "1");
      var patterns = Map.of("nvidia.com/*", PACK, "nvidia*", SPREAD, "nvidia.com/gpu-*", SPREAD);
      assertThat(score(strategies(patterns), task, "gpus")).isEqualTo(750.0);
      var exact = Map.of(GPU, SPREAD, "nvidia.com/*", PACK, "nvidia.com/gpu*", PACK);
      assertThat(score(strategies(exact), task, "gpus")).isEqualTo(250.0);
    }

    @ParameterizedTest
    @CsvSource({"10, 750", "1, 75", "0, 0"})
    void theScoreCountsByThePluginsWeight(long weight, double expected) {
      var args =
          new ResourceStrategyFitArgs(
              weight, Map.of("cpu", SPREAD), ScarceResources.OFF, Proportional.OFF);
      assertThat(score(args, pending().request("cpu", "4"), "plain")).isEqualTo(expected);
    }
  }

  @Nested
  class StrategyOfAPod {

    @ParameterizedTest(name = "{0}")
    @CsvSource({"MostAllocated, 312.5", "LeastAllocated, 687.5"})
    void takesThePlaceOfTheConfiguration(String type, double expected) {
      PodBuilder task = annotated(type, "{\"cpu\": 3, \"memory\": 1}");
      assertThat(score(strategies(Map.of(GPU, PACK)), task, "plain"))
          .as("3/4 × 4/16 cpu and 1/4 × 32/64 memory are used")
          .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        value = {
          "Sideways|{\"cpu\": 1}",
          "mostallocated|{\"cpu\": 1}",
          "MostAllocated|~~",
          "MostAllocated|not json",
          "MostAllocated|{\"cpu\": 1",
          "MostAllocated|{\"cpu\": 1} and more",
          "MostAllocated|{\"cpu\": \"1\"}",
          "MostAllocated|{\"cpu\": 1.0}",
          "MostAllocated|{\"cpu\": 1, \"memory\": true}",
          "MostAllocated|{\"cpu\": 9223372036854775808}",
          "MostAllocated|[1]",
          "MostAllocated|null",
          "MostAllocated|{}",
          "MostAllocated|{\"c*\": 1}"
        })
    void scoresNothingWhereItCannotBeUsed(String type, String weights) {
      assertThat(score(ResourceStrategyFitArgs.DEFAULTS, annotated(type, weights), "plain"))
          .isZero();
    }

    @Test
    void withoutWeightsScoresNothing() {
      PodBuilder task =
          pending().annotation("volcano.sh/resource-strategy-scoring-type", "MostAllocated");
      assertThat(score(ResourceStrategyFitArgs.DEFAULTS, task, "plain")).isZero();
    }

    @Test
    void withoutATypeIsNone() {
      PodBuilder task = annotated("", "{\"memory\": 1}");
      assertThat(score(ResourceStrategyFitArgs.DEFAULTS, task, "plain"))
          .isEqualTo((0.75 + 0.5) / 2 * 1000);
    }

    @Test
    void aWeightOfNullIsZeroAndResourcesOfWeightZeroNeedNotSuffice() {
      PodBuilder task =
          annotated("MostAllocated", "{\"cpu\": null, \"memory\": 1}").request("cpu", "100");
      assertThat(score(ResourceStrategyFitArgs.DEFAULTS, task, "plain")).isEqualTo(500.0);
    }

    /**
     * Upstream takes any whole number, and divides by the sum of weights only if it is positive.
     */
    @ParameterizedTest
    @CsvSource({"-1, -250", "-2, -500"})
    void aNegativeWeightTurnsTheScoreAround(long weight, double expected) {
      PodBuilder task = annotated("MostAllocated", "{\"cpu\": %d}".formatted(weight));
      assertThat(score(ResourceStrategyFitArgs.DEFAULTS, task, "plain")).isEqualTo(expected);
    }

    /** Asks for 4 CPUs and 32 × 10⁹ bytes. */
    private static PodBuilder annotated(String type, String weights) {
      return pending()
          .request("cpu", "4")
          .request("memory", "32G")
          .annotation("volcano.sh/resource-strategy-scoring-type", type)
          .annotation("volcano.sh/resource-strategy-weight", weights);
    }
  }

  @Nested
  class ScoreByScarcity {

    private static final String DISK = "example.com/disk";

    @Test
    void isHighestForNodesThatHaveNoneOfTheScarceResources() {
      var scarce = new ScarceResources(10, Map.of(GPU, 1L), 1);
      assertThat(scarcity(scarce, pending(), "plain")).isEqualTo(1000.0);
      assertThat(scarcity(scarce, pending(), "gpus")).isZero();
    }

    @Test
    void scarceResourcesCountByTheirWeights() {
      var scarce = new ScarceResources(3, Map.of(GPU, 2L, DISK, 1L), 3);
      assertThat(scarcity(scarce, pending(), "gpus")).isCloseTo(100.0, within(1e-9));
    }

    /** The list is added up as it stands, but nodes have a resource once. */
    @Test
    void aResourceThatIsListedTwiceCountsTwiceInTheSumOnly() {
      var scarce = new ScarceResources(1, Map.of(GPU, 1L), 2);
      assertThat(scarcity(scarce, pending(), "gpus")).isEqualTo(50.0);
    }

    @Test
    void isNothingWhereTheNodeLacksWhatTheTaskAsksFor() {
      var scarce = new ScarceResources(10, Map.of(GPU, 1L), 1);
      assertThat(scarcity(scarce, pending().request(GPU, "1"), "plain")).isZero();
    }

    @Test
    void isNothingWithoutWeights() {
      assertThat(scarcity(new ScarceResources(10, Map.of(GPU, 0L), 0), pending(), "plain"))
          .isZero();
      assertThat(scarcity(new ScarceResources(10, Map.of(), 0), pending(), "plain")).isZero();
      assertThat(scarcity(new ScarceResources(-1, Map.of(GPU, 1L), 1), pending(), "plain"))
          .isZero();
    }

    @Test
    void isAddedToTheScoreByStrategies() {
      var args =
          new ResourceStrategyFitArgs(
              10,
              Map.of("cpu", SPREAD),
              new ScarceResources(2, Map.of(GPU, 1L), 1),
              Proportional.OFF);
      assertThat(score(args, pending().request("cpu", "4"), "plain")).isEqualTo(750.0 + 200);
    }

    private double scarcity(ScarceResources scarce, PodBuilder task, String node) {
      return score(new ResourceStrategyFitArgs(0, Map.of(), scarce, Proportional.OFF), task, node);
    }
  }

  /** 3 GPUs of {@code gpus} are idle, with 50 CPUs and 48 × 10⁹ bytes. */
  @Nested
  class CpuAndMemoryKeptBack {

    private static final Map<String, Share> SHARES = Map.of(GPU, new Share(4, 8));

    @ParameterizedTest(name = "{0} CPUs and {1}: {2}")
    @CsvSource({
      "38, 24G, true",
      "38001m, 24G, false",
      "38, 24000000001, false",
      "1, 25G, false",
      "39, 1G, false"
    })
    void aTaskMustLeaveTheShareOfIdleOnes(String cpu, String memory, boolean fits) {
      PodBuilder task = pending().request("cpu", cpu).request("memory", memory);
      assertThat(fit(SHARES, task, "gpus").isSuccess()).isEqualTo(fits);
    }

    @Test
    void aRefusalNamesTheResourceAndIsForGood() {
      Fit refused = fit(SHARES, pending().request("cpu", "39"), "gpus");
      assertThat(refused.reasons())
          .containsExactly("proportional of resource nvidia.com/gpu check failed");
      assertThat(refused.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)).isTrue();
    }

    @Test
    void whoAsksForTheResourceMayUseItsShare() {
      PodBuilder task = pending().request("cpu", "50").request(GPU, "1");
      assertThat(fit(SHARES, task, "gpus").isSuccess()).isTrue();
    }

    @Test
    void whoAsksForAnyOfTheResourcesMayUseAllShares() {
      var shares = Map.of(GPU, new Share(4, 8), "example.com/disk", new Share(1, 1));
      PodBuilder task = pending().request("cpu", "50").request("example.com/disk", "1");
      assertThat(fit(shares, task, "gpus").isSuccess()).isTrue();
    }

    @Test
    void nothingIsKeptBackOnNodesWithoutTheResource() {
      assertThat(fit(SHARES, pending().request("cpu", "16"), "plain").isSuccess()).isTrue();
    }

    @Test
    void cpuAndMemoryAreNoScarceResources() {
      var shares = Map.of("cpu", new Share(1000, 1000));
      assertThat(fit(shares, pending().request("cpu", "16"), "plain").isSuccess()).isTrue();
    }

    private Fit fit(Map<String, Share> shares, PodBuilder pod, String node) {
      var args =
          new ResourceStrategyFitArgs(
              10, Map.of(), ScarceResources.OFF, new Proportional(true, shares));
      SchedulingSession session = world.with(pod.build()).open();
      return new ResourceStrategyFit(args, session).predicate(task(session), nodeOf(session, node));
    }
  }

  @Test
  void answersHoldForAllTasksOfAClassUntilTheNodeChanges() {
    SchedulingSession session = world.with(pending().build()).open();
    var plugin = new ResourceStrategyFit(ResourceStrategyFitArgs.DEFAULTS, session);
    assertThat(plugin.nodeOrderDependence(task(session))).isEqualTo(Dependence.NODE);
    assertThat(plugin.predicateDependence(task(session))).isEqualTo(Dependence.NODE);
    assertThat(plugin.tellsJobsApart()).isFalse();
  }

  private static ResourceStrategyFitArgs strategies(Map<String, ResourceStrategy> resources) {
    return new ResourceStrategyFitArgs(10, resources, ScarceResources.OFF, Proportional.OFF);
  }

  private static PodBuilder pending() {
    return World.pending("task", "job").request("cpu", "0");
  }

  private double score(ResourceStrategyFitArgs args, PodBuilder pod, String node) {
    SchedulingSession session = world.with(pod.build()).open();
    return new ResourceStrategyFit(args, session).scoreNode(task(session), nodeOf(session, node));
  }

  private static SessionNode nodeOf(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.node(name));
  }

  private static Task task(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job")).tasks().stream()
        .filter(task -> task.name().equals("task"))
        .findFirst()
        .orElseThrow();
  }
}
