package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.merapi.api.feature.FeatureGates;
import io.merapi.config.fuzz.Bombs;
import io.merapi.config.fuzz.Mutator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the text, the reader answers soon: with a configuration, or with a refusal. */
class KubeConfigurationReaderFuzzTest {

  private static final int INPUTS = 100_000;

  /** Of a long value: not so much that the whole file is refused for its length. */
  private static final int LENGTH = 3 << 20;

  private static final String HEADER =
      "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n";

  private static final String PLUGINS =
      HEADER
          + """
          parallelism: 16
          leaderElection: {leaseDuration: 15s}
          profiles:
          - schedulerName: a
            plugins:
              score:
                disabled: [{name: '*'}]
                enabled:
                - {name: ImageLocality, weight: 3}
          - schedulerName: b
          """;

  private static final List<String> VALID =
      List.of(
          PLUGINS,
          HEADER
              + """
              profiles:
              - pluginConfig:
                - name: NodeAffinity
                  args:
                    addedAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms:
                        - matchExpressions: [{key: zone, operator: In, values: [x]}]
                - name: PodTopologySpread
                  args: &args
                    defaultingType: List
                    defaultConstraints:
                    - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
                - {name: Other, args: *args}
              """,
          HEADER
              + """
              profiles:
              - pluginConfig:
                - name: NodeResourcesFit
                  args:
                    scoringStrategy:
                      type: RequestedToCapacityRatio
                      requestedToCapacityRatio:
                        shape: [{utilization: 0, score: 0}, {utilization: 100, score: 10}]
              extenders:
              - {urlPrefix: http://x, filterVerb: f, managedResources: [{name: example.com/gpu}]}
              """,
          """
          {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
          "percentageOfNodesToScore": 5, "clientConnection": {"qps": 0.5, "burst": 1e2},
          "profiles": [{"plugins": {"multiPoint": {"disabled": [{"name": "NodePorts"}]}}}]}
          """,
          "apiVersion: v1\nkind: ConfigMap\ndata:\n  config: |\n" + PLUGINS.indent(4));

  private static final List<String> PIECES =
      List.of(
          "name: ", "weight: 0x7fffffff", "profiles[0]", "profiles: ", "args: ", "kind: List\n");

  private final KubeConfigurationReader reader = new KubeConfigurationReader();

  @Test
  void everyMutationIsAnswered() {
    var mutator = new Mutator(20_360_101, VALID, PIECES);
    int accepted = 0;
    for (int i = 0; i < INPUTS; i++) {
      accepted += isAccepted(new String(mutator.next(), StandardCharsets.UTF_8)) ? 1 : 0;
    }
    // Mutations that change nothing much must still be accepted, or the test says little.
    assertThat(accepted).isBetween(INPUTS / 100, INPUTS / 2);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bombs")
  void bombsAreDefused(String name, String text) {
    KubeConfigurationReading reading =
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> read(text), name);
    assertThat(reading.refusal()).isNotNull();
    assertThat(reading.problems()).isNotEmpty();
  }

  static Stream<Arguments> bombs() {
    Map<String, String> texts = Bombs.texts(LENGTH);
    texts.put("many unknown keys", HEADER + Bombs.fields(60_000).replace(", ", "\n"));
    texts.put("a long unknown key", HEADER + "? " + "b".repeat(LENGTH) + "\n: 1\n");
    texts.put("a repeated key", HEADER + "parallelism: 1\n".repeat(60_000));
    texts.put("many unknown plugins", HEADER + plugins("- {name: x}\n", 40_000));
    texts.put("one unknown plugin, many times", HEADER + plugins("- *x\n", 60_000));
    texts.put("a long name", HEADER + plugins("- {name: " + "b".repeat(LENGTH) + "}\n", 1));
    texts.put("a long number", HEADER + "parallelism: " + "7".repeat(LENGTH));
    texts.put("a long exponent", HEADER + "clientConnection: {qps: 1e" + "7".repeat(LENGTH) + "}");
    texts.put(
        "aliases of configurations", HEADER + texts.get("aliases") + "profiles: [*a99, *a99]\n");
    texts.put(
        "a ConfigMap of broken texts", "kind: ConfigMap\ndata:\n" + "  a: '['\n".repeat(40_000));
    return texts.entrySet().stream().map(text -> Arguments.of(text.getKey(), text.getValue()));
  }

  private static String plugins(String item, int count) {
    return "x: &x {name: y}\nprofiles:\n- plugins:\n    score:\n      enabled:\n"
        + item.indent(6).repeat(count);
  }

  private boolean isAccepted(String text) {
    KubeConfigurationReading reading = read(text);
    assertThat(reading.configuration() == null)
        .as("a configuration or a refusal for\n%s", text)
        .isEqualTo(reading.refusal() != null);
    if (reading.refusal() == null) {
      return true;
    }
    assertThat(reading.problems()).as(text).isNotEmpty();
    assertThat(reading.refusal().message()).as(text).isNotEmpty();
    return false;
  }

  private KubeConfigurationReading read(String text) {
    try {
      return reader.read("f", text, FeatureGates.DEFAULTS);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw new AssertionError(
          "%s for%n%s".formatted(e, text.substring(0, Math.min(text.length(), 2_000))), e);
    }
  }
}
