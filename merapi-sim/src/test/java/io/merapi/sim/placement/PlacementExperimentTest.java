package io.merapi.sim.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TracedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementExperimentTest {

  private static final List<TracedNode> NODES =
      IntStream.range(0, 12)
          .mapToObj(i ->
              new TracedNode(
                  "node-" + i, 32_000, 64L << 30, i % 3 * 2 + 2, i % 2 == 0 ? "T4" : "A"))
          .toList();

  private static final List<PodShape> PODS = pods();

  private static List<PodShape> pods() {
    var chance = new Random(5);
    var pods = new ArrayList<PodShape>();
    for (int i = 0; i < 60; i++) {
      int kind = chance.nextInt(10);
      int cards = kind == 0 ? 0 : kind == 1 ? 2 : 1;
      int part = cards == 1 && kind < 8 ? 100 + 10 * chance.nextInt(90) : 1000;
      pods.add(
          new PodShape(
              1000L * (1 + chance.nextInt(6)),
              (1L + chance.nextInt(8)) << 30,
              cards,
              cards == 0 ? 0 : part,
              kind == 2 ? List.of("T4") : List.of()));
    }
    return pods;
  }

  private static PlacementPolicy policy(String name) {
    return PlacementPolicy.all().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<PolicyResult> run(List<PlacementPolicy> policies, List<Integer> marks) {
    return new PlacementExperiment(NODES, PODS, policies, PlacementExperiment.seeds(42, 3), marks)
        .run((_, _) -> {});
  }

  @Test
  void nothingIsLostWhileThereIsRoomForAll() {
    for (PolicyResult result : run(PlacementPolicy.all(), List.of(20))) {
      // What was asked for is the first sum of at least 20 percent.
      assertThat(result.trials())
          .as(result.policy())
          .allSatisfy(trial ->
              assertThat(trial.allocated().getFirst()).isBetween(20.0, 20 + 100.0 * 2 / 48));
    }
  }

  @Test
  void noMoreIsGivenThanThereIsAndMoreAsMoreIsAskedFor() {
    for (PolicyResult result : run(PlacementPolicy.all(), List.of(50, 100, 200))) {
      assertThat(result.trials())
          .as(result.policy())
          .allSatisfy(trial -> {
            assertThat(trial.allocated()).isSorted();
            assertThat(trial.allocated().getLast()).isBetween(80.0, 100.0);
          });
    }
  }

  @Test
  void trialsDoNotDependOnEachOther() {
    List<PolicyResult> together = run(PlacementPolicy.all(), List.of(100, 130));

    assertThat(run(PlacementPolicy.all(), List.of(100, 130))).isEqualTo(together);
    assertThat(run(List.of(policy("binpack")), List.of(100, 130))).containsExactly(together.get(3));
  }

  /** So one session for all pods is as good as one for each. */
  @Test
  void theSchedulerPlacesPodsOneAfterTheOtherHoweverManyItIsGiven() {
    List<PodShape> order = PodOrder.of(PODS, 60_000, 1);
    for (PlacementPolicy policy : PlacementPolicy.all().subList(2, 6)) {
      var single = new ArrayList<Long>();
      try (Placer placer = policy.start(NODES, PODS, 1)) {
        order.forEach(pod -> single.add(placer.place(List.of(pod))));
      }
      try (Placer placer = policy.start(NODES, PODS, 1)) {
        long first = placer.place(order.subList(0, 70));
        long rest = placer.place(order.subList(70, order.size()));

        assertThat(first)
            .as(policy.name())
            .isEqualTo(single.subList(0, 70).stream().mapToLong(Long::longValue).sum());
        assertThat(first + rest)
            .as(policy.name())
            .isEqualTo(single.stream().mapToLong(Long::longValue).sum());
        assertThat(single).as(policy.name()).contains(0L);
      }
    }
  }

  @Test
  void theSchedulerSharesCards() {
    List<TracedNode> one = List.of(new TracedNode("one", 64_000, 64L << 30, 1, "T4"));
    PodShape half = new PodShape(1000, 1 << 30, 1, 500, List.of());
    for (PlacementPolicy policy : PlacementPolicy.all()) {
      try (Placer placer = policy.start(one, List.of(half), 0)) {
        assertThat(placer.place(List.of(half, half, half))).as(policy.name()).isEqualTo(1000);
      }
    }
  }

  @Test
  void meanAndDeviationAreThoseOfTheTrials() {
    var result =
        new PolicyResult(
            "any",
            List.of(
                new PolicyResult.Trial(1, List.of(80.0)),
                new PolicyResult.Trial(2, List.of(90.0)),
                new PolicyResult.Trial(3, List.of(100.0))));

    assertThat(result.mean(0)).isEqualTo(90.0);
    assertThat(result.deviation(0)).isEqualTo(10.0, within(1e-9));
  }
}
