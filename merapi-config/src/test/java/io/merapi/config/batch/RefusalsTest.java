package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.source.Problem.Severity;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What upstream refuses is refused, and nothing else. */
class RefusalsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "some text",
        "[allocate]",
        "actions: \"\"",
        "actions: ~",
        "actions: 3",
        "actions: true",
        "actions: [allocate]",
        "actions: {allocate: true}",
        "actions: \"allocate, \"",
        "actions: \"allocate; backfill\"",
        "actions: Allocate",
        "actions: [a",
        "actions: allocate\ntiers: gang",
        "actions: allocate\ntiers: {plugins: []}",
        "actions: allocate\ntiers: [gang]",
        "actions: allocate\ntiers: [{plugins: gang}]",
        "actions: allocate\ntiers: [{plugins: [gang]}]",
        "actions: allocate\ntiers: [{plugins: [{name: [gang]}]}]",
        "actions: allocate\ntiers: [{plugins: [{name: gang, enableJobOrder: maybe}]}]",
        "actions: allocate\ntiers: [{plugins: [{name: gang, enableJobOrder: \"true\"}]}]",
        "actions: allocate\ntiers: [{plugins: [{name: gang, enableJobOrder: 1}]}]",
        "actions: allocate\ntiers: [{plugins: [{name: gang, arguments: text}]}]",
        "actions: allocate\ntiers: [{plugins: [{name: gang, arguments: []}]}]",
        "actions: allocate\nconfigurations: allocate",
        "actions: allocate\nconfigurations: [{name: allocate, arguments: 1}]",
        "actions: allocate\nmetrics: prometheus",
        "actions: allocate\nmetrics: {type: [prometheus]}",
        "actions: allocate\nmetrics: {type: {}}",
        "actions: allocate\n"
            + "tiers: [{plugins: [{name: proportion}, {name: drf, enableHierarchy: yes}]}]",
        "kind: ConfigMap\ndata: {a: \"actions: allocate\", b: \"actions: allocate\"}",
        "kind: ConfigMap",
        "kind: ConfigMap\ndata: {volcano-scheduler.conf: \"actions: [a\"}"
      })
  void refuses(String text) {
    BatchReading reading = Readings.read(text);

    assertThat(reading.configuration()).isEmpty();
    assertThat(reading.problems())
        .anyMatch(problem -> problem.severity() == Severity.REFUSED)
        .allMatch(problem -> problem.where().file().equals("test.conf"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "actions: allocate",
        "actions: \" allocate ,backfill\"",
        "actions: allocate\ntiers:",
        "actions: allocate\ntiers: [~]",
        "actions: allocate\ntiers: [{plugins: ~}]",
        "actions: allocate\ntiers: [{plugins: [~]}]",
        "actions: allocate\ntiers: [{plugins: [{name: nosuch, enableJobOrder: ~}]}]",
        "actions: allocate\ntiers: [{plugins: [{name: gang, enabledJobOrder: maybe}]}]",
        "actions: allocate\ntiers: [{plugins: [{name: 7, arguments: ~}]}]",
        "actions: allocate\nconfigurations: [{name: nosuch, arguments: {a: b}}]",
        "actions: allocate\nmetrics: {type: 3, interval: 5, address: ~}",
        "actions: allocate\nunknown: {a: [b]}",
        "actions: nosuch\nactions: allocate",
        "actions: allocate\n---\nactions: nosuch",
        """
        actions: allocate
        tiers:
        - plugins: [{name: proportion}]
        - plugins: [{name: drf, enableHierarchy: yes}]
        """,
        "{\"actions\": \"allocate\"}",
        "actions: preempt"
      })
  void accepts(String text) {
    assertThat(Readings.read(text).configuration()).isPresent();
  }

  @Test
  void namesTheNearestAction() {
    BatchReading reading = Readings.read("actions: \"enqueue, alocate\"");

    assertThat(reading.problems()).hasSize(1);
    assertThat(reading.problems().getFirst())
        .hasToString("test.conf:1:10: actions names an action (alocate) that does not exist");
    assertThat(reading.problems().getFirst().advice()).isEqualTo("did you mean allocate?");
  }

  @Test
  void reportsAllRefusalsAtOnce() {
    BatchReading reading =
        Readings.read(
            """
            actions: "nosuch, neither"
            tiers:
            - plugins:
              - name: gang
                enableJobReady: maybe
              - name: tdm
                arguments:
                  tdm.evict.period: 5
            """);

    assertThat(Readings.summary(reading))
        .containsExactly(
            "REFUSED WRONG_TYPE tiers[0].plugins[0].enableJobReady",
            "REFUSED WRONG_TYPE tiers[0].plugins[1].arguments.tdm.evict.period",
            "REFUSED UNKNOWN_NAME actions",
            "REFUSED UNKNOWN_NAME actions");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deviceshare|deviceshare.GPUSharingEnable: true|deviceshare.GPUNumberEnable: \"true\"",
        "deviceshare|deviceshare.GPUSharingEnable: true|deviceshare.VGPUEnable: true",
        "deviceshare|deviceshare.GPUNumberEnable: true|deviceshare.VGPUEnable: true",
        "resource-strategy-fit|resourceStrategyFitWeight: \"10\"",
        "resource-strategy-fit|resourceStrategyFitWeight: true",
        "resource-strategy-fit|resources: {cpu: 3}",
        "resource-strategy-fit|resources: {cpu: {weight: heavy}}",
        "resource-strategy-fit|resources: {cpu: {type: 3}}",
        "resource-strategy-fit|resources: [cpu]",
        "resource-strategy-fit|sra: {enable: \"true\"}",
        "resource-strategy-fit|sra: {enable: false, resources: [cpu]}",
        "resource-strategy-fit|sra: {resourceWeight: {other: x}}",
        "resource-strategy-fit|proportional: {resourceProportion: {other: x}}",
        "resource-strategy-fit|proportional: true",
        "extender|extender.managedResources: nvidia.com/gpu",
        "extender|extender.managedResources: [1]",
        "predicates|volumebinding.weight: heavy",
        "predicates|volumebinding.bindTimeoutSeconds: -1",
        "predicates|dynamicresources.filterTimeoutSeconds: 10s",
        "tdm|tdm.revocable-zone.a: 10",
        "tdm|tdm.revocable-zone.a:",
        "tdm|tdm.evict.period:",
        "rescheduling|interval: 5",
        "rescheduling|metricsPeriod: 5",
        "rescheduling|strategies: [{name: lowNodeUtilization, params: {thresholds: {cpu: 80.5}}}]",
        "rescheduling|strategies: [{name: lowNodeUtilization, params: {targetThresholds: {gpu:"
            + " x}}}]"
      })
  void refusesArgumentsThatEndUpstream(String text) {
    String[] parts = text.split("\\|", -1);
    String[] arguments = Arrays.copyOfRange(parts, 1, parts.length);

    assertThat(Readings.plugin(parts[0], arguments).configuration()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resource-strategy-fit|resourceStrategyFitWeight: 2.9",
        "resource-strategy-fit|resources: {cpu: ~}",
        "resource-strategy-fit|sra: ~",
        "predicates|predicate.VolumeBindingEnable: false|volumebinding.weight: heavy",
        "predicates|volumebinding.shape: {}",
        "predicates|dynamicresources.filterTimeoutSeconds: -5",
        "rescheduling|strategies: [3]",
        "rescheduling|strategies: some",
        "rescheduling|strategies: [{name: lowNodeUtilization, params: {thresholds: 3}}]",
        "deviceshare|deviceshare.GPUExclusiveRules: [3, {a: 3}]",
        "binpack|binpack.weight: heavy|binpack.resources: [a]",
        "sla|sla-waiting-time: 5",
        "usage|thresholds: 80|estimator: []"
      })
  void goesOnWhereUpstreamGoesOn(String text) {
    String[] parts = text.split("\\|", -1);
    String[] arguments = Arrays.copyOfRange(parts, 1, parts.length);

    assertThat(Readings.plugin(parts[0], arguments).configuration()).isPresent();
  }
}
