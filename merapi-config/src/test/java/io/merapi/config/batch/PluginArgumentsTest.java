package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.configuration.PluginSpec;
import io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFitArgs;
import io.merapi.batch.plugins.tdm.RevocableZone;
import io.merapi.batch.plugins.tdm.TdmArgs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What arrives in the argument records, above all where a value cannot be used. */
class PluginArgumentsTest {

  static Iterable<PluginSpec<?>> plugins() {
    return InTreePlugins.ALL;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("plugins")
  void withoutArgumentsTheDefaultsHold(PluginSpec<?> spec) {
    assertThat(Readings.only(Readings.plugin(spec.name()))).isEqualTo(spec.byDefault());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "binpack|binpack.weight: -2|BinpackArgs[weight=-2, resources={cpu=1, memory=1}]",
        "binpack|binpack.cpu: -2|BinpackArgs[weight=1, resources={cpu=1, memory=1}]",
        "binpack|binpack.cpu: 2.0|BinpackArgs[weight=1, resources={cpu=1, memory=1}]",
        "binpack|binpack.weight: 0x10|BinpackArgs[weight=16, resources={cpu=1, memory=1}]",
        "overcommit|overcommit-factor: 2|OvercommitArgs[factor=2.0]",
        "overcommit|overcommit-factor: 0.9|OvercommitArgs[factor=1.2]",
        "overcommit|overcommit-factor: .nan|OvercommitArgs[factor=NaN]",
        "overcommit|overcommit-factor: \"1.5\"|OvercommitArgs[factor=1.2]",
        "numa-aware|weight: 3|NumaAwareArgs[weight=3]",
        "task-topology|task-topology.weight: -1|TaskTopologyArgs[weight=-1]",
        "sla|sla-waiting-time: 1h2m|SlaArgs[waitingTime=PT1H2M]",
        "sla|sla-waiting-time: 0s|SlaArgs[waitingTime=null]",
        "sla|sla-waiting-time: -1h|SlaArgs[waitingTime=null]",
        "sla|sla-waiting-time: 3|SlaArgs[waitingTime=null]",
        "nodegroup|strict: \"false\"|NodeGroupArgs[strict=false, preferredOrder=false]",
        "nodegroup|strict: \"yes\"|NodeGroupArgs[strict=true, preferredOrder=false]",
        "nodegroup|strict: no|NodeGroupArgs[strict=false, preferredOrder=false]",
        "capacity|ancestorReclaimLevel: -1|CapacityArgs[ancestorReclaimLevel=0,"
            + " dynamicResources=null, consumableCapacity=null]",
        "capacity|capacity.DynamicResourceAllocationEnable: \"0\"|CapacityArgs"
            + "[ancestorReclaimLevel=0, dynamicResources=false, consumableCapacity=null]"
      })
  void oneArgument(String plugin, String argument, String expected) {
    assertThat(Readings.only(Readings.plugin(plugin, argument)).arguments()).hasToString(expected);
  }

  @Test
  void binpackWeighsTheResourcesThatItLists() {
    var args =
        Readings.only(
            Readings.plugin(
                "binpack",
                "binpack.cpu: 5",
                "binpack.resources: \" nvidia.com/gpu ,, example.com/foo, cpu\"",
                "binpack.resources.nvidia.com/gpu: 2",
                "binpack.resources.example.com/foo: -3",
                "binpack.resources.cpu: 9"));

    assertThat(args.arguments())
        .hasToString(
            "BinpackArgs[weight=1, resources={nvidia.com/gpu=2, example.com/foo=1, cpu=5,"
                + " memory=1}]");
  }

  @Test
  void zonesOfTheDayAreReadOnce() {
    TdmArgs args =
        Readings.only(
                Readings.plugin(
                    "tdm",
                    "tdm.revocable-zone.day: \" 9:00-21:30 \"",
                    "tdm.revocable-zone.night: 21:00-06:00",
                    "tdm.revocable-zone.bad: 25:00-26:00",
                    "x.tdm.revocable-zone.y: 10:0-11:00",
                    "tdm.revocable-zone.odd: noon",
                    "tdm.evict.period: soon"))
            .arguments(TdmArgs.class);

    assertThat(args.zones().keySet()).containsExactly("day", "night", "bad", "x.y", "odd");
    assertThat(args.zones().values())
        .extracting(zone -> zone.hours().map(hours -> hours.endsOnTheNextDay()).orElse(null))
        .containsExactly(false, true, null, null, null);
    assertThat(args.zones().values())
        .extracting(RevocableZone::flaw)
        .containsExactly(
            "",
            "",
            "parsing time \"25:00\": hour out of range",
            "parsing time \"10:0\" as \"15:04\": no time of day",
            "revocable zone noon format error");
    assertThat(args.evictPeriod()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void strategiesAreReadByPattern() {
    var args =
        Readings.only(
                Readings.plugin(
                    "resource-strategy-fit",
                    "resourceStrategyFitWeight: 2.9",
                    "resources:",
                    "  nvidia.com/*: {Type: MostAllocated, WEIGHT: 3}",
                    "  '*': {}",
                    "  a*b: {}",
                    "  '*a*': {}",
                    "  cpu: {type: Sideways, weight: 0}",
                    "sra: {enable: yes, resources: \"a, b, a\", weight: 4, resourceWeight: {a: 2,"
                        + " b: -1}}",
                    "proportional: {enable: true, resources: a, resourceProportion: {a.cpu: 4,"
                        + " a.memory: -8}}"))
            .arguments(ResourceStrategyFitArgs.class);

    assertThat(args)
        .hasToString(
            "ResourceStrategyFitArgs[weight=2, resources={nvidia.com/*=ResourceStrategy[packs=true,"
                + " weight=3], cpu=ResourceStrategy[packs=false, weight=1]},"
                + " scarce=ScarceResources[weight=4, resources={a=2, b=1}, weightSum=5],"
                + " proportional=Proportional[enabled=true, resources={a=Share[cpu=4.0,"
                + " memory=1.0]}]]");
  }

  @Test
  void nullIsZeroToTheStructureDecoder() {
    var args =
        Readings.only(Readings.plugin("resource-strategy-fit", "resourceStrategyFitWeight:"))
            .arguments(ResourceStrategyFitArgs.class);

    assertThat(args.weight()).isZero();
  }

  @Test
  void usageFallsBackValueByValue() {
    assertThat(
            Readings.only(
                    Readings.plugin(
                        "usage",
                        "usage.weight: -1",
                        "cpu.weight: 3",
                        "thresholds: {cpu: 101, mem: 70}",
                        "estimator: {request_ratio: 1.5, burst_ratio: 1, risk_factor: 0.5,"
                            + " be_cpu: \"0.5\", be_mem: 100}"))
                .arguments())
        .hasToString(
            "UsageArgs[weight=5, cpuWeight=3, memoryWeight=1, cpuThreshold=80, memoryThreshold=70,"
                + " estimator=Estimator[requestRatio=0.7, burstRatio=1.0, riskThreshold=0.6,"
                + " riskFactor=1.2, bestEffortMilliCpu=500.0, bestEffortMemory=1.048576E8]]");
  }

  @Test
  void reschedulingReadsThresholdsOfTheOneStrategy() {
    assertThat(
            Readings.only(
                    Readings.plugin(
                        "rescheduling",
                        "interval: 10s",
                        "metricsPeriod: 10m",
                        "strategies:",
                        "- name: somethingElse",
                        "- name: lowNodeUtilization",
                        "  params:",
                        "    thresholds: {cpu: 20, pods: 10}",
                        "    targetThresholds: {memory: 80, pod: 90}"))
                .arguments())
        .hasToString(
            "ReschedulingArgs[interval=PT10S, metricsPeriod=10m, lowNodeUtilization="
                + "LowNodeUtilization[thresholds={cpu=20.0, memory=100.0, pods=100.0},"
                + " targetThresholds={cpu=100.0, memory=80.0, pods=100.0, pod=90.0}]]");
  }

  @Test
  void reschedulingWithoutAKnownStrategyDoesNothing() {
    assertThat(
            Readings.only(Readings.plugin("rescheduling", "metricsPeriod: 10m", "strategies: [3]"))
                .arguments())
        .hasToString("ReschedulingArgs[interval=PT5M, metricsPeriod=10m, lowNodeUtilization=null]");
  }

  @Test
  void predicatesReadTheirVolumeArgumentsOnlyWhereTheyCount() {
    assertThat(
            Readings.only(
                    Readings.plugin(
                        "predicates",
                        "predicate.NodePortsEnable: \"false\"",
                        "volumebinding.weight: 3.7",
                        "volumebinding.bindTimeoutSeconds: 30",
                        "dynamicresources.filterTimeoutSeconds: -1"))
                .arguments())
        .hasToString(
            "PredicatesArgs[nodeAffinity=true, nodePorts=false, taintToleration=true,"
                + " podAffinity=true, nodeVolumeLimits=true, volumeZone=true,"
                + " podTopologySpread=true, volumeBinding=true, cache=false,"
                + " dynamicResources=null, volumes=VolumeBinding[weight=3, timeout=PT30S,"
                + " shape=[]], dynamicResourcesTimeout=PT10S]");
  }

  @Test
  void extenderKeepsWhatItCannotReadAtItsDefault() {
    assertThat(
            Readings.only(
                    Readings.plugin(
                        "extender",
                        "extender.urlPrefix: http://extender.example",
                        "extender.httpTimeout: never",
                        "extender.predicateVerb: 3",
                        "extender.jobReadyVerb: ready",
                        "extender.managedResources: [a, a, b]"))
                .arguments())
        .asString()
        .contains("timeout=PT1S", "predicate=,", "jobReady=ready", "managedResources=[a, b]");
  }

  @Test
  void deviceShareKeepsTheRulesThatAreRules() {
    assertThat(
            Readings.only(
                    Readings.plugin(
                        "deviceshare",
                        "deviceshare.VGPUEnable: true",
                        "deviceshare.ScheduleWeight: 5",
                        "deviceshare.GPUExclusiveRules: [{team: a, size: 3}, {size: 3}, x]"))
                .arguments())
        .asString()
        .contains("vgpu=true", "scheduleWeight=5", "exclusiveRules=[{team=a}]");
  }
}
