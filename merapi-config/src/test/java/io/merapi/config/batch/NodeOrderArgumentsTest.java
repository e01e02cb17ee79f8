package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeOrderArgumentsTest {

  @Test
  void nothingGivenMeansTheDefaults() {
    assertThat(args(Readings.plugin("nodeorder"))).isEqualTo(NodeOrderArgs.DEFAULTS);
  }

  @ParameterizedTest
  @CsvSource({
    "nodeaffinity, nodeAffinity=2",
    "podaffinity, podAffinity=2",
    "leastrequested, leastRequested=1",
    "mostrequested, mostRequested=0",
    "balancedresource, balancedResource=1",
    "tainttoleration, taintToleration=3",
    "imagelocality, imageLocality=1",
    "podtopologyspread, podTopologySpread=2"
  })
  void everyWeightHasAKeyOfItsOwn(String key, String byDefault) {
    String name = byDefault.substring(0, byDefault.indexOf('='));
    assertThat(args(Readings.plugin("nodeorder", key + ".weight: 7")))
        .hasToString(NodeOrderArgs.DEFAULTS.toString().replace(byDefault, name + "=7"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"7\"", "7.5", "true", "heavy", "[7]"})
  void whatIsNoWholeNumberIsReportedAndTheDefaultUsed(String weight) {
    BatchReading reading = Readings.plugin("nodeorder", "podaffinity.weight: " + weight);
    assertThat(args(reading)).isEqualTo(NodeOrderArgs.DEFAULTS);
    assertThat(Readings.summary(reading))
        .containsExactly("FALLBACK WRONG_TYPE tiers[0].plugins[0].arguments.podaffinity.weight");
  }

  private static NodeOrderArgs args(BatchReading reading) {
    return Readings.only(reading).arguments(NodeOrderArgs.class);
  }
}
