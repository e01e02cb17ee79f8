package io.merapi.api.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.feature.FeatureGates.Outcome;
import io.merapi.api.feature.FeatureGates.Reason;
import io.merapi.api.feature.FeatureGates.Refusal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureGatesTest {

  @Test
  void everyGateThatChangesDecisionsIsKnownToKubernetes() {
    for (FeatureGate gate : FeatureGate.values()) {
      assertThat(FeatureGates.known(gate.key())).as(gate.key()).isNotNull();
      assertThat(FeatureGates.DEFAULTS.enabled(gate)).isEqualTo(gate.onByDefault());
    }
  }

  @Test
  void everyDependencyIsBetweenKnownGatesAndHoldsByDefault() {
    assertThat(KnownGates.NEEDS).isNotEmpty();
    KnownGates.NEEDS.forEach((gate, needs) ->
        assertThat(KnownGates.ALL).containsKey(gate).containsKeys(needs.toArray(String[]::new)));
    assertThat(FeatureGates.of(Map.of()).refusals()).isEmpty();
  }

  @Test
  void defaultsAreThoseOfKubernetes136() {
    FeatureGates gates = FeatureGates.DEFAULTS;
    assertThat(gates.enabled(FeatureGate.DRA_DEVICE_TAINTS)).isTrue();
    assertThat(gates.enabled(FeatureGate.OPPORTUNISTIC_BATCHING)).isTrue();
    assertThat(gates.enabled(FeatureGate.STORAGE_CAPACITY_SCORING)).isFalse();
    assertThat(gates.enabled(FeatureGate.SCHEDULER_ASYNC_API_CALLS)).isFalse();
    assertThat(gates.enabled(FeatureGate.GANG_SCHEDULING)).isFalse();
  }

  @Test
  void setsTheGatesThatAreNamed() {
    Outcome outcome = FeatureGates.of(Map.of("StorageCapacityScoring", true, "NodeSwap", true));
    assertThat(outcome.refusals()).isEmpty();
    assertThat(outcome.gates().enabled(FeatureGate.STORAGE_CAPACITY_SCORING)).isTrue();
    assertThat(outcome.gates().enabled(FeatureGate.VOLUME_LIMIT_SCALING)).isFalse();
  }

  @Test
  void refusesNamesThatDoNotExist() {
    Outcome outcome = FeatureGates.of(Map.of("StorageCapacityScorin", true));
    assertThat(outcome.refusals())
        .containsExactly(
            new Refusal(
                "StorageCapacityScorin",
                Reason.UNKNOWN,
                "unrecognized feature gate: StorageCapacityScorin"));
    assertThat(outcome.gates()).isEqualTo(FeatureGates.DEFAULTS);
  }

  @Test
  void keepsLockedGatesAtTheirDefault() {
    assertThat(FeatureGates.of(Map.of("SidecarContainers", true)).refusals()).isEmpty();
    assertThat(FeatureGates.of(Map.of("SidecarContainers", false)).refusals())
        .extracting(Refusal::message)
        .containsExactly(
            "cannot set feature gate SidecarContainers to false, feature is locked to true");
  }

  @Test
  void refusesFeaturesWithoutWhatTheyBuildUpon() {
    assertThat(FeatureGates.of(Map.of("GangScheduling", true)).refusals())
        .extracting(Refusal::message)
        .containsExactly(
            "GangScheduling is enabled, but depends on features that are disabled:"
                + " [GenericWorkload]");
    assertThat(FeatureGates.of(Map.of("GangScheduling", true, "GenericWorkload", true)).refusals())
        .isEmpty();
  }

  @Test
  void stagesStandForTheGatesThatAreNotNamed() {
    FeatureGates alpha =
        FeatureGates.of(Map.of("AllAlpha", true, "VolumeLimitScaling", false)).gates();
    assertThat(alpha.enabled(FeatureGate.STORAGE_CAPACITY_SCORING)).isTrue();
    assertThat(alpha.enabled(FeatureGate.VOLUME_LIMIT_SCALING)).isFalse();
    assertThat(alpha.enabled(FeatureGate.SCHEDULER_ASYNC_API_CALLS)).isFalse();

    FeatureGates beta = FeatureGates.of(Map.of("AllBeta", false)).gates();
    assertThat(beta.enabled(FeatureGate.NODE_DECLARED_FEATURES)).isFalse();
    assertThat(beta.enabled(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION)).isTrue();
  }

  @Test
  void oneGateMayBeSetByItsConstant() {
    FeatureGates gates = FeatureGates.DEFAULTS.with(FeatureGate.STORAGE_CAPACITY_SCORING, true);
    assertThat(gates.enabled(FeatureGate.STORAGE_CAPACITY_SCORING)).isTrue();
    assertThat(gates).hasToString("StorageCapacityScoring=true");
    assertThatThrownBy(() -> gates.with(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("locked to true");
  }
}
