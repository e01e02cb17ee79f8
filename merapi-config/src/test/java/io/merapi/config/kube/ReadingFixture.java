package io.merapi.config.kube;

import static java.util.Objects.requireNonNull;

import io.merapi.api.feature.FeatureGates;
import io.merapi.config.source.Problem;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import java.util.List;

/** Readings of short texts, under the header that every configuration has. */
final class ReadingFixture {

  /** Two lines, so that what a test writes starts at line 3. */
  private static final String HEADER =
      """
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      """;

  private ReadingFixture() {}

  static KubeConfigurationReading read(String body) {
    return read(body, FeatureGates.DEFAULTS);
  }

  static KubeConfigurationReading read(String body, FeatureGates gates) {
    return readWhole(HEADER + body, gates);
  }

  static KubeConfigurationReading readWhole(String text) {
    return readWhole(text, FeatureGates.DEFAULTS);
  }

  static KubeConfigurationReading readWhole(String text, FeatureGates gates) {
    return new KubeConfigurationReader().read("scheduler.yaml", text, gates);
  }

  static KubeConfiguration accepted(String body) {
    KubeConfigurationReading reading = read(body);
    if (reading.refusal() != null) {
      throw new AssertionError("is refused: " + reading.refusal());
    }
    return requireNonNull(reading.configuration());
  }

  /** The only profile of a configuration that is accepted. */
  static Profile profile(String body) {
    KubeConfiguration configuration = accepted(body);
    if (configuration.profiles().size() != 1) {
      throw new AssertionError("has " + configuration.profiles().size() + " profiles");
    }
    return configuration.profiles().getFirst();
  }

  /** The stage and message of the refusal; empty where there is none. */
  static String refusal(KubeConfigurationReading reading) {
    return reading.refusal() == null
        ? ""
        : reading.refusal().stage().key() + " " + reading.refusal().message();
  }

  /** The problems as lines. */
  static List<String> lines(KubeConfigurationReading reading) {
    return reading.problems().stream().map(Problem::toString).toList();
  }
}
