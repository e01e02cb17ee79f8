package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSamplingTest {

  @ParameterizedTest(name = "{0} nodes, {1} %: {2}")
  @CsvSource({
    "0, 0, 0",
    "99, 0, 99",
    "100, 0, 100",
    "250, 0, 120",
    "1000, 0, 420",
    "5000, 0, 500",
    "5625, 0, 281",
    "6000, 0, 300",
    "10000, 0, 500",
    "99, 10, 99",
    "500, 10, 100",
    "5000, 10, 500",
    "5000, 100, 5000"
  })
  void findsAsManyNodesAsUpstream(int nodes, int percentage, int enough) {
    assertThat(NodeSampling.of(null, percentage, true).enough(nodes)).isEqualTo(enough);
  }

  @Test
  void looksAtAllNodesUnlessToldOtherwise() {
    assertThat(NodeSampling.of(null, 0, false).enough(5000)).isEqualTo(5000);
    assertThat(NodeSampling.of(0, 0, false).enough(5000)).isEqualTo(5000);
    assertThat(NodeSampling.ALL_NODES.enough(5000)).isEqualTo(5000);
  }

  @Test
  void samplesWhereAPercentageIsSet() {
    assertThat(NodeSampling.of(null, 20, false).enough(5000)).isEqualTo(1000);
  }

  @Test
  void letsTheProfileDecideBeforeTheConfiguration() {
    assertThat(NodeSampling.of(30, 20, false).enough(5000)).isEqualTo(1500);
    assertThat(NodeSampling.of(0, 20, true).enough(5000)).isEqualTo(500);
  }
}
