package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.InTreePlugin;
import io.merapi.batch.plugins.InTreePlugins;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.plugins.rescheduling.LowNodeUtilization;
import io.merapi.batch.plugins.rescheduling.ReschedulingArgs;
import io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFitArgs;
import io.merapi.batch.plugins.tdm.RevocableZone;
import io.merapi.batch.plugins.tdm.TdmArgs;
import io.merapi.batch.plugins.usage.UsageArgs;
import io.merapi.config.source.Problem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What arrives in the argument records, above all where a value cannot be used. */
class PluginArgumentsTest {

  static Iterable<InTreePlugin<?>> plugins() {
    return InTreePlugins.ALL;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("plugins")
  void withoutArgumentsTheDefaultsHold(InTreePlugin<?> spec) {
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
        "numa-aware|weight: -3|NumaAwareArgs[weight=-3]",
        "numa-aware|weight: \"3\"|NumaAwareArgs[weight=1]",
        "numa-aware|other: 3|NumaAwareArgs[weight=1]",
        "task-topology|task-topology.weight: -1|TaskTopologyArgs[weight=-1]",
        "sla|sla-waiting-time: 1h2m|SlaArgs[waitingTime=PT1H2M]",
        "sla|sla-waiting-time: 0s|SlaArgs[waitingTime=null]",
        "sla|sla-waiting-time: -1h|SlaArgs[waitingTime=null]",
        "sla|sla-waiting-time: 3|SlaArgs[waitingTime=null]",
        "nodegroup|strict: \"false\"|NodeGroupArgs[strict=false, preferredOrder=false]",
        "nodegroup|strict: \"yes\"|NodeGroupArgs[strict=true, preferredOrder=false]",
        "nodegroup|strict: no|NodeGroupArgs[strict=false, preferredOrder=false]",
        "nodegroup|enablePreferredOrder: true|NodeGroupArgs[strict=true, preferredOrder=true]",
        "nodegroup|enablePreferredOrder: 1|NodeGroupArgs[strict=true, preferredOrder=false]",
        "nodegroup|other: 1|NodeGroupArgs[strict=true, preferredOrder=false]",
        "capacity|ancestorReclaimLevel: -1|CapacityArgs[ancestorReclaimLevel=0,"
            + " dynamicResources=null, consumableCapacity=null]",
        "capacity|capacity.DynamicResourceAllocationEnable: \"0\"|CapacityArgs"
            + "[ancestorReclaimLevel=0, dynamicResources=false, consumableCapacity=null]",
        "capacity|ancestorReclaimLevel: 2|CapacityArgs[ancestorReclaimLevel=2,"
            + " dynamicResources=null, consumableCapacity=null]",
        "capacity|ancestorReclaimLevel: two|CapacityArgs[ancestorReclaimLevel=0,"
            + " dynamicResources=null, consumableCapacity=null]",
        "capacity|capacity.DRAConsumableCapacityEnable: true|CapacityArgs"
            + "[ancestorReclaimLevel=0, dynamicResources=null, consumableCapacity=true]",
        "capacity|capacity.DRAConsumableCapacityEnable: perhaps|CapacityArgs"
            + "[ancestorReclaimLevel=0, dynamicResources=null, consumableCapacity=null]",
        "capacity|capacity.DynamicResourceAllocationEnable: 7|CapacityArgs"
            + "[ancestorReclaimLevel=0, dynamicResources=null, consumableCapacity=null]"
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "weight: 10|10, 1, 1, {}, true, 0.8, 8",
        "weight: -1|1, 1, 1, {}, true, 0.8, 8",
        "hypernode.binpack.cpu: 5|1, 5, 1, {}, true, 0.8, 8",
        "hypernode.binpack.cpu: -5|1, 1, 1, {}, true, 0.8, 8",
        "hypernode.binpack.memory: 0|1, 1, 0, {}, true, 0.8, 8",
        "hypernode.binpack.memory: much|1, 1, 1, {}, true, 0.8, 8",
        "hypernode.binpack.resources: a/b, c/d|1, 1, 1, {a/b=1, c/d=1}, true, 0.8, 8",
        "hypernode.binpack.resources: 3|1, 1, 1, {}, true, 0.8, 8",
        "hypernode.binpack.normal-pod.enable: false|1, 1, 1, {}, false, 0.8, 8",
        "hypernode.binpack.normal-pod.enable: maybe|1, 1, 1, {}, true, 0.8, 8",
        "hypernode.binpack.normal-pod.fading: 0|1, 1, 1, {}, true, 0.0, 8",
        "hypernode.binpack.normal-pod.fading: -0.5|1, 1, 1, {}, true, 0.8, 8",
        "hypernode.gradient.evict.max-hypernodes: 2|1, 1, 1, {}, true, 0.8, 2",
        "hypernode.gradient.evict.max-hypernodes: 0|1, 1, 1, {}, true, 0.8, 8"
      })
  void networkTopologyAware(String argument, String expected) {
    var args =
        Readings.only(Readings.plugin("network-topology-aware", argument))
            .arguments(NetworkTopologyAwareArgs.class);
    assertThat(
            List.of(
                args.weight(),
                args.cpuWeight(),
                args.memoryWeight(),
                args.resourceWeights(),
                args.packNormalPods(),
                args.fading(),
                args.maxHyperNodesForEviction()))
        .hasToString("[" + expected + "]");
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
  void usageTakesEveryValue() {
    var reading =
        Readings.plugin(
            "usage",
            "usage.weight: 2",
            "cpu.weight: 3",
            "memory.weight: 0",
            "thresholds: {cpu: 0, mem: 100}",
            "estimator: {request_ratio: 0, burst_ratio: 0.5, risk_threshold: 1, risk_factor: 3,"
                + " be_cpu: 100, be_mem: 1Gi}");

    assertThat(Readings.only(reading).arguments(UsageArgs.class))
        .isEqualTo(
            new UsageArgs(2, 3, 0, 0, 100, new UsageArgs.Estimator(0, 0.5, 1, 3, 100, 1L << 30)));
    assertThat(Readings.only(Readings.plugin("usage")).arguments(UsageArgs.class))
        .isEqualTo(UsageArgs.DEFAULTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          usage.weight: heavy                     | usage.weight
          cpu.weight: 1.5                         | cpu.weight
          memory.weight: -1                       | memory.weight
          thresholds: {cpu: "80"}                 | thresholds.cpu
          thresholds: {mem: -1}                   | thresholds.mem
          thresholds: 80                          | thresholds
          estimator: {request_ratio: 1.1}         | estimator.request_ratio
          estimator: {burst_ratio: -0.1}          | estimator.burst_ratio
          estimator: {risk_threshold: high}       | estimator.risk_threshold
          estimator: {risk_factor: 0.9}           | estimator.risk_factor
          estimator: {be_cpu: 100.5}              | estimator.be_cpu
          estimator: {be_cpu: -1}                 | estimator.be_cpu
          estimator: {be_mem: 1Xi}                | estimator.be_mem
          estimator: {be_mem: -1Mi}               | estimator.be_mem
          estimator: []                           | estimator
          """)
  void aBadValueOfUsageIsNamedAndMeansTheDefault(String argument, String path) {
    BatchReading reading = Readings.plugin("usage", argument);

    assertThat(reading.problems())
        .anySatisfy(problem -> {
          assertThat(problem.severity()).isEqualTo(Problem.Severity.FALLBACK);
          assertThat(problem.path()).hasToString("tiers[0].plugins[0].arguments." + path);
        });
    assertThat(Readings.only(reading).arguments(UsageArgs.class)).isEqualTo(UsageArgs.DEFAULTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          interval: soon                                    | interval
          strategies: some                                  | strategies
          strategies: [{name: lowNodeUtilization, params: {thresholds: 3}}] | strategies[0].params.thresholds
          """)
  void aBadValueOfReschedulingIsNamedAndMeansTheDefault(String argument, String path) {
    BatchReading reading = Readings.plugin("rescheduling", argument);

    assertThat(reading.problems())
        .anySatisfy(problem -> {
          assertThat(problem.severity()).isEqualTo(Problem.Severity.FALLBACK);
          assertThat(problem.path()).hasToString("tiers[0].plugins[0].arguments." + path);
        });
    assertThat(Readings.only(reading).arguments(ReschedulingArgs.class))
        .isEqualTo(ReschedulingArgs.DEFAULTS);
  }

  @Test
  void reschedulingWithoutArgumentsHasItsDefaults() {
    assertThat(Readings.only(Readings.plugin("rescheduling")).arguments(ReschedulingArgs.class))
        .isEqualTo(ReschedulingArgs.DEFAULTS);
  }

  @Test
  void parametersThatAreLeftOutHaveTheirDefaults() {
    assertThat(
            Readings.only(
                    Readings.plugin(
                        "rescheduling", "strategies: [{name: lowNodeUtilization, params: ~}]"))
                .arguments(ReschedulingArgs.class)
                .lowNodeUtilization())
        .isEqualTo(LowNodeUtilization.DEFAULTS);
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
                + "LowNodeUtilization[thresholds={cpu=20.0, memory=100.0, pods=10.0},"
                + " targetThresholds={cpu=100.0, memory=80.0, pods=90.0}]]");
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
