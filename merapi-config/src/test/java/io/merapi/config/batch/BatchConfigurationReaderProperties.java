package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.source.Problem.Severity;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the text, there is a configuration or a refusal, and never another exception. */
class BatchConfigurationReaderProperties {

  private static final String TEXT =
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
        - name: resource-strategy-fit
          arguments:
            <<: *weights
            resourceStrategyFitWeight: 1.5
            resources: {"nvidia.com/*": {type: MostAllocated}}
            sra: {enable: true, resources: a, weight: 3}
      - plugins:
        - name: rescheduling
          arguments:
            interval: 5m
            strategies: [{name: lowNodeUtilization, params: {thresholds: {cpu: 20}}}]
        - {name: tdm, arguments: {tdm.revocable-zone.a: 10:00-21:00, tdm.evict.period: 1m}}
        - {name: usage, arguments: {thresholds: {cpu: 80}, estimator: {be_cpu: "1"}}}
        - {name: extender, arguments: {extender.managedResources: [a, ~]}}
        - {name: predicates, arguments: {volumebinding.shape: [{utilization: 0, score: 10}]}}
      configurations:
      - {name: preempt, arguments: {topologyAwarePreemptWorkerNum: 010}}
      metrics: {type: prometheus, address: x, interval: 30s}
      """;

  private static final List<String> PIECES =
      List.of(
          "~", "[", "]", "{", "}", ": ", "- ", "&a ", "*a", "\n", "  ", "\"", "1e999", "0x", "|");

  @Test
  void mutatedTextGivesAConfigurationOrARefusal() {
    var random = new Random(20_260_801);
    for (int i = 0; i < 4_000; i++) {
      String text = mutate(random);

      BatchReading reading = Readings.read(text);

      boolean refused =
          reading.problems().stream().anyMatch(one -> one.severity() == Severity.REFUSED);
      assertThat(reading.configuration().isEmpty()).as(text).isEqualTo(refused);
    }
  }

  private static String mutate(Random random) {
    var text = new StringBuilder(TEXT);
    for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        case 2 -> text.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
        default -> text.insert(random.nextInt(text.length()), text.substring(at, end));
      }
    }
    return text.toString();
  }
}
