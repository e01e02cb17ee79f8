package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import org.junit.jupiter.api.Test;

class FeatureGateReaderTest {

  @Test
  void readsNamesAndValues() {
    FeatureGateReader.Reading reading =
        FeatureGateReader.read(
            "StorageCapacityScoring=true, NodeDeclaredFeatures = 0,"
                + "InPlacePodLevelResourcesVerticalScaling=F,ExtendWebSocketsToKubelet=false,"
                + "InPlacePodVerticalScalingInitContainers=false,"
                + "RestartAllContainersOnContainerExits=false,UserNamespacesHostNetworkSupport=false");
    assertThat(reading.refused()).as("%s", reading.problems()).isFalse();
    assertThat(reading.gates().enabled(FeatureGate.STORAGE_CAPACITY_SCORING)).isTrue();
    assertThat(reading.gates().enabled(FeatureGate.NODE_DECLARED_FEATURES)).isFalse();
  }

  @Test
  void nothingIsTheDefaults() {
    assertThat(FeatureGateReader.read("").gates()).isEqualTo(FeatureGates.DEFAULTS);
  }

  @Test
  void aMisspeltGateIsRefusedWithTheNearestOne() {
    Problem problem = only(FeatureGateReader.read("StorageCapacityScorring=true"));
    assertThat(problem.severity()).isEqualTo(Severity.REFUSED);
    assertThat(problem.kind()).isEqualTo(ProblemKind.UNKNOWN_NAME);
    assertThat(problem.message()).isEqualTo("unrecognized feature gate: StorageCapacityScorring");
    assertThat(problem.advice()).isEqualTo("did you mean StorageCapacityScoring?");
  }

  @Test
  void aGateOfAnotherComponentIsAcceptedWithANote() {
    FeatureGateReader.Reading reading = FeatureGateReader.read("KubeletTracing=true,NodeSwap=true");
    assertThat(reading.refused()).isFalse();
    assertThat(reading.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "--feature-gates: KubeletTracing changes no decision of a scheduler",
            "--feature-gates: NodeSwap changes no decision of a scheduler");
  }

  @Test
  void aLockedGateMayBeSetToWhatItIs() {
    FeatureGateReader.Reading reading = FeatureGateReader.read("SidecarContainers=true");
    assertThat(reading.refused()).isFalse();
    assertThat(only(reading).message()).isEqualTo("cannot be set to anything else");
    assertThat(FeatureGateReader.read("SidecarContainers=false").refused()).isTrue();
  }

  @Test
  void aValueMustBeTrueOrFalse() {
    assertThat(only(FeatureGateReader.read("GenericWorkload")).message())
        .isEqualTo("missing bool value for GenericWorkload");
    assertThat(only(FeatureGateReader.read("GenericWorkload=on")).message())
        .isEqualTo("invalid value of GenericWorkload=on, which must be true or false");
  }

  private static Problem only(FeatureGateReader.Reading reading) {
    assertThat(reading.problems()).hasSize(1);
    return reading.problems().getFirst();
  }
}
