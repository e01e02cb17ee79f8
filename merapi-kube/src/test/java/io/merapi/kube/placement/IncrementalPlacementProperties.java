package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Placement from memory is placement from the definition; a run is repeated with the seed that its
 * name shows.
 */
class IncrementalPlacementProperties {

  private static final int STEPS = 500;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void agreesWithTheDefinitionPlacementByPlacement(long seed) {
    PlacementRun run = new PlacementRun(seed, 20, NodeSampling.ALL_NODES, false, false);
    run.steps(STEPS).calmSteps(STEPS);
    // Each way of answering must have had its part, or nothing was shown of it.
    assertThat(run.kinds())
        .containsKeys("scored", "Unfit")
        .doesNotContainKey("Failed")
        .hasEntrySatisfying("remembered", count -> assertThat(count).isGreaterThan(STEPS / 5));
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void agreesWherePluginsThatLookAtTheClusterComeFirst(long seed) {
    new PlacementRun(seed, 20, NodeSampling.ALL_NODES, true, false).steps(STEPS);
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void agreesWherePluginsFail(long seed) {
    PlacementRun run = new PlacementRun(seed, 12, NodeSampling.ALL_NODES, seed % 2 == 0, true);
    run.steps(STEPS);
    assertThat(run.kinds()).containsKeys("remembered", "Failed");
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32})
  void agreesWhereOnlySomeNodesAreLookedAt(long seed) {
    new PlacementRun(seed, 130, NodeSampling.of(10, 0, false), false, false).steps(200);
  }

  @Test
  void agreesOnClustersWithFewNodesOrNone() {
    for (long seed = 41; seed < 50; seed++) {
      new PlacementRun(seed, 2, NodeSampling.ALL_NODES, false, false).steps(100);
    }
  }

  @Test
  void sameSeedDecidesTheSame() {
    PlacementRun first = new PlacementRun(7, 20, NodeSampling.ALL_NODES, false, false);
    PlacementRun second = new PlacementRun(7, 20, NodeSampling.ALL_NODES, false, false);
    assertThat(second.steps(STEPS).log()).isEqualTo(first.steps(STEPS).log()).isNotEmpty();
  }
}
