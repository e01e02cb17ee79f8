package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.plugins.predicates.PredicatesArgs.ShapePoint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredicatesArgumentsTest {

  private static final FeatureGates SCORING =
      FeatureGates.DEFAULTS.with(FeatureGate.STORAGE_CAPACITY_SCORING, true);

  @Test
  void nothingGivenMeansTheDefaults() {
    assertThat(args(Readings.plugin("predicates"))).isEqualTo(PredicatesArgs.DEFAULTS);
  }

  @Test
  void theArgumentsOfVolumesAndDevicesAreRead() {
    PredicatesArgs args =
        args(
            Readings.plugin(
                "predicates",
                "volumebinding.bindTimeoutSeconds: 30",
                "volumebinding.weight: 3",
                "volumebinding.shape: [{utilization: 0, score: 0}, {Utilization: 100, Score: 10}]",
                "dynamicresources.filterTimeoutSeconds: 5"));
    assertThat(args.volumes())
        .isEqualTo(
            new PredicatesArgs.VolumeBinding(
                3, Duration.ofSeconds(30), List.of(new ShapePoint(0, 0), new ShapePoint(100, 10))));
    assertThat(args.dynamicResourcesTimeout()).isEqualTo(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @CsvSource({
    "NodeAffinity, nodeAffinity",
    "NodePorts, nodePorts",
    "TaintToleration, taintToleration",
    "PodAffinity, podAffinity",
    "NodeVolumeLimits, nodeVolumeLimits",
    "VolumeZone, volumeZone",
    "PodTopologySpread, podTopologySpread",
    "VolumeBinding, volumeBinding"
  })
  void everySwitchTurnsItsFilterOff(String key, String filter) {
    PredicatesArgs args =
        args(Readings.plugin("predicates", "predicate.%sEnable: false".formatted(key)));
    assertThat(args)
        .hasToString(
            PredicatesArgs.DEFAULTS.toString().replace(filter + "=true", filter + "=false"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "volumebinding.shape: 3",
        "volumebinding.shape: {}",
        "volumebinding.shape: [{utilization: much}]",
        "volumebinding.shape: [{utilization: 101, score: 1}]",
        "volumebinding.shape: [{utilization: 0, score: 11}]",
        "volumebinding.shape: [{utilization: 50, score: 1}, {utilization: 50, score: 2}]"
      })
  void aShapeThatCannotBeUsedIsRefusedOnlyWhereItCounts(String shape) {
    BatchReading counts = Readings.plugin(SCORING, "predicates", shape);
    assertThat(counts.configuration()).isEmpty();
    assertThat(Readings.summary(counts))
        .allMatch(problem -> problem.contains("arguments.volumebinding.shape"));

    assertThat(Readings.plugin("predicates", shape).configuration()).isPresent();
  }

  @Test
  void aShapeThatCanBeUsedIsAccepted() {
    assertThat(
            Readings.plugin(
                    SCORING,
                    "predicates",
                    "volumebinding.shape: [{utilization: 0, score: 10}, {utilization: 80, score:"
                        + " 0}]")
                .problems())
        .isEmpty();
  }

  private static PredicatesArgs args(BatchReading reading) {
    return Readings.only(reading).arguments(PredicatesArgs.class);
  }
}
