package io.merapi.batch.plugins.binpack;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.framework.Dependence;
import io.merapi.api.session.Task;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinpackTest {

  private static final String GPU = "nvidia.com/gpu";

  /** Half of the cpu of {@code used} and a quarter of its memory are taken. */
  private final World world =
      new World(
          node("empty")
              .allocatable("cpu", "8")
              .allocatable("memory", "8Gi")
              .allocatable(GPU, "4")
              .build(),
          node("used").allocatable("cpu", "8").allocatable("memory", "8Gi").build(),
          podGroup("job").build(),
          World.running("holder", "job", "used")
              .request("cpu", "4")
              .request("memory", "2Gi")
              .build());

  @Test
  void aNodeScoresByHowMuchOfItWouldBeInUse() {
    PodBuilder task = pending().request("cpu", "2").request("memory", "2Gi");
    assertThat(score(BinpackArgs.DEFAULTS, task, "empty")).isEqualTo(25.0);
    assertThat(score(BinpackArgs.DEFAULTS, task, "used")).isEqualTo((6.0 / 8 + 4.0 / 8) / 2 * 100);
  }

  @Test
  void aNodeThatWouldBeFullScoresMost() {
    PodBuilder task = pending().request("cpu", "4");
    assertThat(score(BinpackArgs.DEFAULTS, task, "used")).isEqualTo(100.0);
  }

  @Test
  void aNodeWithoutEnoughLeftScoresNothing() {
    PodBuilder task = pending().request("cpu", "5").request("memory", "2Gi");
    assertThat(score(BinpackArgs.DEFAULTS, task, "used")).isZero();
  }

  @Test
  void resourcesCountByTheirWeights() {
    var args = new BinpackArgs(1, Map.of("cpu", 3L, "memory", 1L));
    PodBuilder task = pending().request("cpu", "2").request("memory", "4Gi");
    assertThat(score(args, task, "empty")).isCloseTo((3 * 0.25 + 0.5) / 4 * 100, within(1e-9));
  }

  @Test
  void aResourceOfWeightZeroDoesNotCountEvenWhereItDoesNotSuffice() {
    var args = new BinpackArgs(1, Map.of("cpu", 0L, "memory", 1L));
    PodBuilder task = pending().request("cpu", "100").request("memory", "2Gi");
    assertThat(score(args, task, "empty")).isEqualTo(25.0);
  }

  @Test
  void otherResourcesCountOnlyIfListed() {
    PodBuilder task = pending().request("cpu", "2").request(GPU, "4");
    var listed = new BinpackArgs(1, Map.of("cpu", 1L, "memory", 1L, GPU, 1L));
    assertThat(score(BinpackArgs.DEFAULTS, task, "empty")).isEqualTo(25.0);
    assertThat(score(listed, task, "empty")).isEqualTo(62.5);
  }

  @Test
  void aListedResourceThatTheNodeDoesNotHaveLowersTheScore() {
    PodBuilder task = pending().request("cpu", "2").request(GPU, "4");
    var listed = new BinpackArgs(1, Map.of("cpu", 1L, "memory", 1L, GPU, 1L));
    assertThat(score(listed, task, "used")).isEqualTo(37.5);
  }

  @Test
  void aTaskThatAsksForNothingCountedScoresNothing() {
    assertThat(score(BinpackArgs.DEFAULTS, pending().request(GPU, "1"), "empty")).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 25", "10, 250", "-2, -50", "0, 0"})
  void theWholeScoreCountsByThePluginsWeight(long weight, double expected) {
    var args = new BinpackArgs(weight, BinpackArgs.DEFAULTS.resources());
    assertThat(score(args, pending().request("cpu", "2"), "empty")).isEqualTo(expected);
  }

  @Test
  void aScoreHoldsUntilItsNodeChanges() {
    SchedulingSession session = world.with(pending().build()).open();
    assertThat(new Binpack(BinpackArgs.DEFAULTS, session).nodeOrderDependence(task(session)))
        .isEqualTo(Dependence.NODE);
  }

  private static PodBuilder pending() {
    return World.pending("task", "job").request("cpu", "0");
  }

  private double score(BinpackArgs args, PodBuilder pod, String node) {
    SchedulingSession session = world.with(pod.build()).open();
    return new Binpack(args, session)
        .scoreNode(task(session), Objects.requireNonNull(session.node(node)));
  }

  private static Task task(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job")).tasks().stream()
        .filter(task -> task.name().equals("task"))
        .findFirst()
        .orElseThrow();
  }
}
