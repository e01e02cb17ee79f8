package io.merapi.kube.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a scheduler promises, in a cluster where everything goes wrong that can. */
class CycleProperties {

  private static final int STEPS = 400;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void losesNoPodBindsNoneTwiceAndEndsInAgreementWithTheCluster(long seed) {
    var cluster = new FaultyCluster(seed);
    cluster.live(STEPS);
    assertThat(cluster.broken).isNull();
    cluster.settle();

    assertThat(cluster.broken).isNull();
    assertThat(cluster.disagreements()).isEmpty();
    assertThat(cluster.lost()).isEmpty();
    assertThat(cluster.idle()).isEmpty();
  }
}
