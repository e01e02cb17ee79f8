package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Placement from memory is placement from the definition; the number of a repetition is the seed of
 * its run.
 */
class IncrementalPlacementProperties {

  private static final int STEPS = 500;

  @RepeatedTest(30)
  void agreesWithTheDefinitionPlacementByPlacement(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementRun run = new PlacementRun(PlacementSetup.of(seed, 20));
    run.steps(STEPS).calmSteps(STEPS);
    // Each way of answering must have had its part, or nothing was shown of it.
    assertThat(run.kinds())
        .containsKeys("Unfit")
        .doesNotContainKey("Failed")
        .hasEntrySatisfying("remembered", count -> assertThat(count).isGreaterThan(STEPS / 20));
  }

  @RepeatedTest(40)
  void agreesWherePodsAreAboutEachOther(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementRun run = new PlacementRun(PlacementSetup.of(seed, 20).withSocialPods());
    run.calmSteps(STEPS).steps(STEPS);
    assertThat(run.kinds())
        .containsKeys("Unfit")
        .doesNotContainKey("Failed")
        .hasEntrySatisfying("remembered", count -> assertThat(count).isGreaterThan(STEPS / 20));
  }

  @RepeatedTest(5)
  void agreesWherePodsAreAboutEachOtherAndLittleIsRemembered(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementSetup setup = PlacementSetup.of(seed, 12).withSocialPods().memory(4, 12);
    new PlacementRun(setup.clusterFirst(seed % 2 == 0)).calmSteps(STEPS).steps(STEPS);
  }

  @RepeatedTest(5)
  void agreesWherePodsAreAboutEachOtherAndOnlySomeNodesAreLookedAt(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementSetup setup = PlacementSetup.of(seed, 130).withSocialPods().sampling(10);
    PlacementRun run = new PlacementRun(setup.clusterFirst(seed % 2 == 0));
    run.calmSteps(200).steps(100);
    assertThat(run.kinds()).containsKeys("remembered");
  }

  @RepeatedTest(10)
  void agreesWherePluginsThatLookAtTheClusterComeFirst(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    new PlacementRun(PlacementSetup.of(seed, 20).clusterFirst(true)).steps(STEPS);
  }

  @RepeatedTest(10)
  void agreesWherePluginsFail(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementRun run =
        new PlacementRun(PlacementSetup.of(seed, 12).clusterFirst(seed % 2 == 0).withMoody());
    run.steps(2 * STEPS);
    assertThat(run.kinds()).containsKeys("remembered", "Failed");
  }

  @RepeatedTest(5)
  void agreesWhereOnlySomeNodesAreLookedAt(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementRun run = new PlacementRun(PlacementSetup.of(seed, 220).sampling(10));
    run.calmSteps(300).steps(200);
    assertThat(run.kinds()).containsKeys("remembered");
  }

  @RepeatedTest(4)
  void agreesWherePluginsFailAndOnlySomeNodesAreLookedAt(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementSetup setup = PlacementSetup.of(seed, 130).sampling(10).withMoody();
    new PlacementRun(seed % 2 == 0 ? setup.withCensus() : setup.memory(4, 12)).steps(300);
  }

  @Test
  void agreesOnClustersWithFewNodesOrNone() {
    for (long seed = 1; seed < 41; seed++) {
      new PlacementRun(PlacementSetup.of(seed, 1 + (int) seed % 4)).steps(STEPS);
    }
  }

  @RepeatedTest(20)
  void agreesWhereAPluginLooksAtAllNodes(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementSetup setup = PlacementSetup.of(seed, 10).withCensus();
    PlacementRun run = new PlacementRun(seed % 2 == 0 ? setup.withMoody() : setup);
    run.steps(STEPS).calmSteps(STEPS);
    assertThat(run.kinds()).containsKeys("remembered", "scored", "Unfit");
  }

  @RepeatedTest(10)
  void agreesWhereLittleIsRemembered(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementRun run = new PlacementRun(PlacementSetup.of(seed, 12).memory(4, 6));
    run.steps(STEPS).calmSteps(STEPS);
    assertThat(run.kinds()).containsKeys("remembered");
  }

  @Test
  void sameSeedDecidesTheSame() {
    PlacementRun first = new PlacementRun(PlacementSetup.of(7, 20));
    PlacementRun second = new PlacementRun(PlacementSetup.of(7, 20));
    assertThat(second.steps(STEPS).log()).isEqualTo(first.steps(STEPS).log()).isNotEmpty();
  }

  @RepeatedTest(4)
  void sameSeedDecidesTheSameOnAnyNumberOfThreads(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    PlacementSetup setup =
        PlacementSetup.of(seed, 30).clusterFirst(seed % 2 == 0).withCensus().withMoody();
    var onOne = new PlacementRun(setup.threads(1)).steps(STEPS).log();
    for (int threads : new int[] {2, 8}) {
      assertThat(new PlacementRun(setup.threads(threads)).steps(STEPS).log())
          .as("%d threads", threads)
          .isEqualTo(onOne);
    }
  }
}
