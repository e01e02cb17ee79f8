package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever the text, the reader answers: with a configuration, or with a refusal and its place. */
class KubeConfigurationReaderProperties {

  private static final long SEED = 20_360_101;
  private static final int INPUTS = 20_000;

  private static final List<String> PIECES =
      List.of(
          "*",
          "null",
          "~",
          "-1",
          "99999999999999999999",
          "1e400",
          "{",
          "}",
          "[",
          "]",
          ": ",
          "- ",
          "&a ",
          "*a",
          "<<: ",
          "\t",
          "\"",
          "'",
          "|",
          ">",
          "#",
          "---\n",
          "...\n",
          "\u0000",
          "\ufeff",
          "name",
          "weight: 0x7fffffff",
          "true",
          "0.5s",
          "\n  ",
          "profiles[0]",
          "\ud83d\ude00");

  private static final String TEXT =
      """
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      parallelism: 16
      leaderElection: {leaseDuration: 15s}
      profiles:
      - schedulerName: a
        plugins:
          score:
            disabled: [{name: '*'}]
            enabled:
            - {name: ImageLocality, weight: 3}
        pluginConfig:
        - name: NodeAffinity
          args:
            addedAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - matchExpressions: [{key: zone, operator: In, values: [x]}]
        - name: PodTopologySpread
          args:
            defaultingType: List
            defaultConstraints:
            - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
        - name: NodeResourcesFit
          args:
            scoringStrategy:
              type: RequestedToCapacityRatio
              requestedToCapacityRatio:
                shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]
      - schedulerName: b
      extenders:
      - {urlPrefix: http://x, filterVerb: f, managedResources: [{name: example.com/gpu}]}
      """;

  private static final String CONFIG_MAP =
      "apiVersion: v1\nkind: ConfigMap\ndata:\n  config: |\n" + TEXT.indent(4);

  private final KubeConfigurationReader reader = new KubeConfigurationReader();

  @Test
  void everyMutationIsAnswered() {
    var random = new SplittableRandom(SEED);
    int accepted = 0;
    for (int i = 0; i < INPUTS; i++) {
      String text = random.nextInt(4) == 0 ? CONFIG_MAP : TEXT;
      for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
        text = mutated(text, random);
      }
      KubeConfigurationReading reading = reader.read("f", text, FeatureGates.DEFAULTS);
      assertThat(reading.configuration() == null)
          .as("a configuration or a refusal for\n%s", text)
          .isEqualTo(reading.refusal() != null);
      if (reading.refusal() != null) {
        assertThat(reading.problems()).as(text).isNotEmpty();
        assertThat(reading.refusal().message()).as(text).isNotEmpty();
      } else {
        accepted++;
      }
    }
    // Mutations that change nothing much must still be accepted, or the property says little.
    assertThat(accepted).isBetween(INPUTS / 100, INPUTS);
  }

  private static String mutated(String text, SplittableRandom random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(12));
    return switch (random.nextInt(4)) {
      case 0 -> text.substring(0, from) + text.substring(to);
      case 1 ->
          text.substring(0, from)
              + PIECES.get(random.nextInt(PIECES.size()))
              + text.substring(from);
      case 2 -> text.substring(0, from) + (char) random.nextInt(1, 0x250) + text.substring(to);
      default -> text.substring(0, to) + text.substring(from);
    };
  }
}
