package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.merapi.config.fuzz.Bombs;
import io.merapi.config.fuzz.Mutator;
import io.merapi.config.source.Problem.Severity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the text, there is soon a configuration or a refusal, and never another exception. */
class BatchConfigurationReaderFuzzTest {

  private static final int INPUTS = 100_000;

  /** Of a long value: not so much that the whole file is refused for its length. */
  private static final int LENGTH = 3 << 20;

  private static final String TIERS =
      """
      actions: "enqueue, allocate, preempt, shuffle"
      tiers:
      - plugins:
        - name: gang
          enableJobOrder: false
        - name: binpack
          arguments: &weights
            binpack.weight: 0x1f
            binpack.resources: nvidia.com/gpu, cpu
        - {name: extender, arguments: {extender.managedResources: [a, ~]}}
      """;

  private static final List<String> VALID =
      List.of(
          TIERS,
          """
          actions: allocate
          tiers:
          - plugins:
            - name: resource-strategy-fit
              arguments: &weights
                resourceStrategyFitWeight: 1.5
                resources: {"nvidia.com/*": {type: MostAllocated}}
                sra: {enable: true, resources: a, weight: 3}
            - {name: other, arguments: {<<: *weights, a: b}}
          """,
          """
          actions: shuffle, reclaim
          tiers:
          - plugins:
            - name: rescheduling
              arguments:
                interval: 5m
                strategies: [{name: lowNodeUtilization, params: {thresholds: {cpu: 20}}}]
            - {name: tdm, arguments: {tdm.revocable-zone.a: 10:00-21:00, tdm.evict.period: 1m}}
          metrics: {type: prometheus, address: x, interval: 30s}
          """,
          """
          actions: preempt
          tiers:
          - plugins:
            - {name: usage, arguments: {thresholds: {cpu: 80}, estimator: {be_cpu: "1"}}}
            - {name: predicates, arguments: {volumebinding.shape: [{utilization: 0, score: 10}]}}
          configurations:
          - {name: preempt, arguments: {topologyAwarePreemptWorkerNum: 010}}
          """,
          "kind: ConfigMap\ndata:\n  volcano-scheduler.conf: |\n" + TIERS.indent(4));

  private static final List<String> PIECES =
      List.of("*weights", "<<: *weights", "name: ", "arguments: ", "tiers: ", "kind: ConfigMap\n");

  @Test
  void everyMutationIsAnswered() {
    var mutator = new Mutator(20_260_801, VALID, PIECES);
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
    BatchReading reading =
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> read(text), name);
    assertThat(reading.problems()).isNotEmpty();
  }

  static Stream<Arguments> bombs() {
    Map<String, String> texts = Bombs.texts(LENGTH);
    texts.put("many unknown keys", TIERS + Bombs.fields(60_000).replace(", ", "\n"));
    texts.put("a long unknown key", TIERS + "? " + "b".repeat(LENGTH) + "\n: 1\n");
    texts.put("a repeated key", TIERS + "metrics: {a: b}\n".repeat(40_000));
    texts.put("many plugins", TIERS + "  - {name: gang}\n".repeat(40_000));
    texts.put("many unknown plugins", TIERS + "  - {name: gnag}\n".repeat(40_000));
    texts.put(
        "one plugin, many times", TIERS + "  - &x {name: gang}\n" + "  - *x\n".repeat(60_000));
    texts.put("a long name", TIERS + "  - {name: " + "b".repeat(LENGTH) + "}\n");
    texts.put("many actions", "actions: \"" + "allocate, ".repeat(60_000) + "\"\n");
    texts.put("many unknown actions", "actions: \"" + "alocate, ".repeat(60_000) + "\"\n");
    texts.put("a long number", TIERS + "  - {name: x, arguments: {a: " + "7".repeat(LENGTH) + "}}");
    texts.put(
        "a long exponent", TIERS + "  - {name: x, arguments: {a: 1e" + "7".repeat(LENGTH) + "}}");
    texts.put("aliases of arguments", TIERS + texts.get("aliases") + "metrics: *a99\n");
    texts.put(
        "a ConfigMap of broken texts",
        "kind: ConfigMap\ndata:\n" + "  scheduler.conf: '['\n".repeat(40_000));
    return texts.entrySet().stream().map(text -> Arguments.of(text.getKey(), text.getValue()));
  }

  private static boolean isAccepted(String text) {
    BatchReading reading = read(text);
    boolean refused =
        reading.problems().stream().anyMatch(one -> one.severity() == Severity.REFUSED);
    assertThat(reading.configuration().isEmpty()).as(text).isEqualTo(refused);
    return !refused;
  }

  private static BatchReading read(String text) {
    try {
      return Readings.read(text);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw new AssertionError(
          "%s for%n%s".formatted(e, text.substring(0, Math.min(text.length(), 2_000))), e);
    }
  }
}
