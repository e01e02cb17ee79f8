package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.tier.OtherArgs;
import io.merapi.batch.tier.PluginSwitch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What upstream swallows is reported, each finding with its place and its cure. */
class StrictnessTest {

  @Test
  void aMisspeltPluginIsNamedWithTheNearestOne() {
    BatchReading reading = Readings.plugin("binpak", "binpack.weight: 2", "list: [1, a, {b: 2.5}]");

    assertThat(Readings.summary(reading))
        .containsExactly("FALLBACK UNKNOWN_NAME tiers[0].plugins[0].name");
    assertThat(reading.problems().getFirst().where()).hasToString("test.conf:4:11");
    assertThat(reading.problems().getFirst().advice()).isEqualTo("did you mean binpack?");
    assertThat(Readings.only(reading).arguments())
        .isEqualTo(
            new OtherArgs(
                Map.of("binpack.weight", 2L, "list", List.of(1L, "a", Map.of("b", 2.5)))));
  }

  @Test
  void aMisspeltArgumentIsNamedWithTheNearestOne() {
    BatchReading reading = Readings.plugin("binpack", "binpack.wieght: 2");

    assertThat(reading.problems()).hasSize(1);
    assertThat(reading.problems().getFirst())
        .hasToString(
            "test.conf:6:7: tiers[0].plugins[0].arguments.binpack.wieght is a key that nothing"
                + " reads");
    assertThat(reading.problems().getFirst().advice()).isEqualTo("did you mean binpack.weight?");
  }

  @Test
  void aMisspeltSwitchIsNamedWithTheNearestOne() {
    BatchReading reading =
        Readings.read(
            "actions: allocate\ntiers: [{plugins: [{name: gang, enableJobOder: false}]}]");

    assertThat(Readings.summary(reading))
        .containsExactly("FALLBACK UNKNOWN_KEY tiers[0].plugins[0].enableJobOder");
    assertThat(reading.problems().getFirst().advice()).isEqualTo("did you mean enableJobOrder?");
    assertThat(Readings.only(reading).on()).contains(PluginSwitch.JOB_ORDER);
  }

  @Test
  void unknownKeysElsewhereAreReported() {
    assertThat(
            Readings.summary(
                Readings.read(
                    """
                    actions: allocate
                    action: allocate
                    tiers:
                    - plugin: []
                    configurations:
                    - name: allocate
                      args: {}
                    metrics:
                      addres: x
                    """)))
        .containsExactly(
            "FALLBACK UNKNOWN_KEY action",
            "FALLBACK UNKNOWN_KEY tiers[0].plugin",
            "FALLBACK UNKNOWN_KEY configurations[0].args",
            "FALLBACK UNKNOWN_KEY metrics.addres");
  }

  @Test
  void pluginsWithoutArgumentsReadNone() {
    assertThat(Readings.summary(Readings.plugin("gang", "weight: 1")))
        .containsExactly("FALLBACK UNKNOWN_KEY tiers[0].plugins[0].arguments.weight");
  }

  @Test
  void aPluginTwiceIsReportedInOneTierAndAcrossTiers() {
    BatchReading reading =
        Readings.read(
            """
            actions: allocate
            tiers:
            - plugins:
              - name: gang
              - name: gang
            - plugins:
              - name: gang
            """);

    assertThat(Readings.summary(reading))
        .containsExactly(
            "FALLBACK DUPLICATE tiers[0].plugins[1].name",
            "FALLBACK DUPLICATE tiers[1].plugins[0].name");
  }

  @Test
  void aNegativeWeightIsReportedAndUsedWhereUpstreamUsesIt() {
    assertThat(Readings.summary(Readings.plugin("nodeorder", "nodeaffinity.weight: -3")))
        .containsExactly("FALLBACK INVALID tiers[0].plugins[0].arguments.nodeaffinity.weight");
  }

  @Test
  void capacityNamesEachBadArgument() {
    assertThat(
            Readings.summary(
                Readings.plugin(
                    "capacity",
                    "ancestorReclaimLevel: -1",
                    "capacity.DynamicResourceAllocationEnable: perhaps",
                    "capacity.DRAConsumableCapacityEnable: 7")))
        .containsExactly(
            "FALLBACK INVALID tiers[0].plugins[0].arguments.ancestorReclaimLevel",
            "FALLBACK WRONG_TYPE tiers[0].plugins[0].arguments"
                + ".capacity.DynamicResourceAllocationEnable",
            "FALLBACK WRONG_TYPE tiers[0].plugins[0].arguments"
                + ".capacity.DRAConsumableCapacityEnable");
  }

  @Test
  void aSwitchForSomethingThatThePluginDoesNotDoIsPointless() {
    BatchReading reading =
        Readings.read(
            """
            actions: allocate
            tiers:
            - plugins:
              - name: gang
                enableNodeOrder: false
                enableHierarchy: true
              - name: drf
                enableReclaimable: false
              - name: capacity
                enableHierarchy: true
            """);

    assertThat(Readings.summary(reading))
        .containsExactly(
            "FALLBACK POINTLESS tiers[0].plugins[0].enableHierarchy",
            "FALLBACK POINTLESS tiers[0].plugins[0].enableNodeOrder",
            "FALLBACK POINTLESS tiers[0].plugins[1].enableReclaimable");
  }

  @Test
  void anActionThatASwitchMakesPointlessNamesTheSwitch() {
    BatchReading reading =
        Readings.read(
            """
            actions: "allocate, preempt, reclaim"
            tiers:
            - plugins:
              - name: gang
                enablePreemptable: false
              - name: priority
                enablePreemptable: false
            """);

    assertThat(reading.problems()).hasSize(1);
    assertThat(reading.problems().getFirst())
        .hasToString(
            "test.conf:1:10: actions names (preempt), which can do nothing: enablePreemptable is"
                + " false in tiers[0].plugins[0], tiers[0].plugins[1]");
  }

  @Test
  void anActionThatNoPluginServesIsPointless() {
    assertThat(
            Readings.summary(
                Readings.read(
                    """
                    actions: "reclaim, gangpreempt, shuffle"
                    tiers:
                    - plugins:
                      - name: nodeorder
                    """)))
        .containsExactly(
            "FALLBACK POINTLESS actions",
            "FALLBACK POINTLESS actions",
            "FALLBACK POINTLESS actions");
  }

  @Test
  void configurationOfAnActionThatDoesNotRunIsPointless() {
    String text =
        """
        actions: "%s"
        tiers: [{plugins: [{name: gang}]}]
        configurations:
        - name: preempt
          arguments: {enableTopologyAwarePreemption: true}
        - name: allocate
          arguments: {predicateErrorCacheEnable: false}
        - name: allocate
        - name: alocate
        """;

    assertThat(Readings.summary(Readings.read(text.formatted("backfill"))))
        .containsExactly(
            "FALLBACK DUPLICATE configurations[2].name",
            "FALLBACK UNKNOWN_NAME configurations[3].name",
            "FALLBACK POINTLESS configurations",
            "FALLBACK POINTLESS configurations");
    assertThat(Readings.summary(Readings.read(text.formatted("gangreclaim, preempt"))))
        .containsExactly(
            "FALLBACK DUPLICATE configurations[2].name",
            "FALLBACK UNKNOWN_NAME configurations[3].name");
  }

  @Test
  void aKeyMayOverrideAMergedOneWithoutARemark() {
    BatchReading reading = Readings.plugin("other", "<<: {a: 1, b: 2}", "a: 3");

    assertThat(Readings.summary(reading))
        .containsExactly("FALLBACK UNKNOWN_NAME tiers[0].plugins[0].name");
    assertThat(Readings.only(reading).arguments())
        .isEqualTo(new OtherArgs(Map.of("a", 3L, "b", 2L)));
  }

  @Test
  void aMergeKeyOverridesWhatStandsBeforeIt() {
    BatchReading reading =
        Readings.plugin("binpack", "binpack.weight: 3", "<<: {binpack.weight: 4}");

    assertThat(Readings.summary(reading))
        .containsExactly("FALLBACK DUPLICATE tiers[0].plugins[0].arguments.binpack.weight");
    assertThat(Readings.only(reading).arguments().toString()).contains("weight=4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"actions: backfill\n", "actions: [\n", "}"})
  void onlyTheFirstDocumentIsRead(String second) {
    BatchReading reading = Readings.read("actions: allocate\n---\n" + second);

    assertThat(Readings.accepted(reading).actions()).containsExactly(BatchAction.ALLOCATE);
    assertThat(Readings.summary(reading)).containsExactly("FALLBACK POINTLESS");
  }

  @Test
  void repeatedKeysAreReportedAndTheLastOneCounts() {
    BatchReading reading =
        Readings.read(
            """
            actions: backfill
            actions: allocate
            tiers:
            - plugins:
              - name: binpack
                arguments: {binpack.weight: 2, binpack.cpu: 3}
                arguments: {binpack.cpu: 4, binpack.cpu: 5}
            """);

    assertThat(Readings.summary(reading))
        .containsExactly(
            "FALLBACK DUPLICATE actions",
            "FALLBACK DUPLICATE tiers[0].plugins[0].arguments",
            "FALLBACK DUPLICATE tiers[0].plugins[0].arguments.binpack.cpu");
    assertThat(Readings.accepted(reading).actions()).containsExactly(BatchAction.ALLOCATE);
    assertThat(Readings.only(reading).arguments())
        .hasToString("BinpackArgs[weight=2, resources={cpu=5, memory=1}]");
  }

  @Test
  void theSpellingThatUpstreamPassesOverWorksWithANote() {
    BatchReading reading =
        Readings.read(
            """
            actions: allocate
            tiers:
            - plugins:
              - name: gang
                enabledJobOrder: false
                enableSubJobOrder: off
                enabledJobReady: false
                enableJobReady: true
              - name: drf
                enabledHierarchy: true
            """);

    assertThat(Readings.summary(reading))
        .containsExactly(
            "NOTE OLD_SPELLING tiers[0].plugins[0].enabledJobOrder",
            "NOTE OLD_SPELLING tiers[0].plugins[0].enableSubJobOrder",
            "NOTE OLD_SPELLING tiers[0].plugins[0].enabledJobReady",
            "NOTE OLD_SPELLING tiers[0].plugins[1].enabledHierarchy");
    assertThat(Readings.only(reading).on())
        .doesNotContain(PluginSwitch.JOB_ORDER, PluginSwitch.SUB_JOB_ORDER)
        .contains(PluginSwitch.JOB_READY);
    assertThat(Readings.accepted(reading).plugins().skip(1).findFirst().orElseThrow().on())
        .contains(PluginSwitch.HIERARCHY);
  }

  @Test
  void aFlagAsTextIsTakenWhereUpstreamTakesIt() {
    assertThat(Readings.summary(Readings.plugin("nodegroup", "strict: \"F\""))).isEmpty();
    assertThat(Readings.summary(Readings.plugin("nodegroup", "strict: 0")))
        .containsExactly("FALLBACK WRONG_TYPE tiers[0].plugins[0].arguments.strict");
    assertThat(Readings.summary(Readings.plugin("nodegroup", "enablePreferredOrder: \"often\"")))
        .containsExactly("FALLBACK WRONG_TYPE tiers[0].plugins[0].arguments.enablePreferredOrder");
    assertThat(Readings.summary(Readings.plugin("numa-aware", "weight: 1.5")))
        .containsExactly("FALLBACK WRONG_TYPE tiers[0].plugins[0].arguments.weight");
    assertThat(Readings.summary(Readings.plugin("numa-aware", "weight: -1")))
        .containsExactly("FALLBACK INVALID tiers[0].plugins[0].arguments.weight");
    assertThat(Readings.summary(Readings.plugin("binpack", "binpack.weight: \"1\"")))
        .containsExactly("FALLBACK WRONG_TYPE tiers[0].plugins[0].arguments.binpack.weight");
  }

  @Test
  void whatUpstreamNeverReadsIsReported() {
    assertThat(
            Readings.summary(
                Readings.plugin("predicates", "predicate.DynamicResourceAllocationEnable: true")))
        .containsExactly(
            "FALLBACK POINTLESS"
                + " tiers[0].plugins[0].arguments.predicate.DynamicResourceAllocationEnable");
  }

  @Test
  void reschedulingWithoutShuffleAndUnderAnotherPeriodIsPointless() {
    assertThat(Readings.summary(Readings.plugin("rescheduling", "metricsPeriod: 5m")))
        .containsExactly(
            "FALLBACK POINTLESS tiers[0].plugins[0].arguments.metricsPeriod",
            "FALLBACK POINTLESS tiers[0].plugins[0].name",
            "NOTE POINTLESS tiers[0].plugins[0].name");
  }

  @Test
  void anActionTwiceIsNoted() {
    assertThat(Readings.summary(Readings.read("actions: \"allocate, backfill, allocate\"")))
        .containsExactly("NOTE DUPLICATE actions");
  }
}
