package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.InTreePlugin;
import io.merapi.batch.plugins.InTreePlugins;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Every argument of every plugin: what it is without a word, that a value of the file takes its
 * place, and that a bad value is named and comes to what upstream makes of it.
 */
class EveryArgumentTest {

  /**
   * One argument per line: the plugin, the key (with slashes between levels), other arguments that
   * it needs, what the record says without it, a value, what the record says then, a bad value, and
   * the problem that names it. A bad value that is not refused leaves what there is without it.
   */
  private static final String TABLE =
      """
      binpack|binpack.weight||[weight=1,|10|[weight=10,|heavy|FALLBACK WRONG_TYPE
      binpack|binpack.cpu||cpu=1,|5|cpu=5,|-5|FALLBACK INVALID
      binpack|binpack.memory||memory=1}|5|memory=5}|5.5|FALLBACK WRONG_TYPE
      binpack|binpack.resources||{cpu=1,|NAME|{NAME=1, cpu=1,|[NAME]|FALLBACK WRONG_TYPE
      binpack|binpack.resources.NAME|binpack.resources=NAME|NAME=1,|2|NAME=2,|-2|FALLBACK INVALID
      capacity|ancestorReclaimLevel||ancestorReclaimLevel=0|2|ancestorReclaimLevel=2|-1|FALLBACK INVALID
      capacity|capacity.DynamicResourceAllocationEnable||dynamicResources=null|false|dynamicResources=false|7|FALLBACK WRONG_TYPE
      capacity|capacity.DRAConsumableCapacityEnable||consumableCapacity=null|false|consumableCapacity=false|perhaps|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.GPUSharingEnable||gpuSharing=false|true|gpuSharing=true|1|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.GPUNumberEnable||gpuNumber=false|"true"|gpuNumber=true|perhaps|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.NodeLockEnable||nodeLock=false|true|nodeLock=true|1|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.VGPUEnable||vgpu=false|true|vgpu=true|1|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.AscendMindClusterVNPUEnable||ascendMindClusterVnpu=false|true|ascendMindClusterVnpu=true|1|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.AscendHAMiVNPUEnable||ascendHamiVnpu=false|true|ascendHamiVnpu=true|1|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.SchedulePolicy||schedulePolicy=,|binpack|schedulePolicy=binpack,|3|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.ScheduleWeight||scheduleWeight=0|10|scheduleWeight=10|heavy|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.KnownGeometriesCMName||geometriesConfigMap=volcano-vgpu-device-config|NAME|geometriesConfigMap=NAME|3|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.KnownGeometriesCMNamespace||geometriesNamespace=kube-system|NAME|geometriesNamespace=NAME|3|FALLBACK WRONG_TYPE
      deviceshare|deviceshare.GPUExclusiveRules||exclusiveRules=[]|[{team: a}]|exclusiveRules=[{team=a}]|team|FALLBACK WRONG_TYPE
      extender|extender.urlPrefix||urlPrefix=,|http://extender.example|urlPrefix=http://extender.example,|3|FALLBACK WRONG_TYPE
      extender|extender.httpTimeout||timeout=PT1S|100ms|timeout=PT0.1S|soon|FALLBACK WRONG_TYPE
      extender|extender.ignorable||ignorable=false|true|ignorable=true|perhaps|FALLBACK WRONG_TYPE
      extender|extender.managedResources||managedResources=[]|[NAME]|managedResources=[NAME]|NAME|REFUSED WRONG_TYPE
      extender|extender.onSessionOpenVerb||sessionOpen=,|ask|sessionOpen=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.onSessionCloseVerb||sessionClose=,|ask|sessionClose=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.predicateVerb||predicate=,|ask|predicate=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.prioritizeVerb||prioritize=,|ask|prioritize=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.preemptableVerb||preemptable=,|ask|preemptable=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.reclaimableVerb||reclaimable=,|ask|reclaimable=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.queueOverusedVerb||queueOverused=,|ask|queueOverused=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.jobEnqueueableVerb||jobEnqueueable=,|ask|jobEnqueueable=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.jobEnqueuedVerb||jobEnqueued=,|ask|jobEnqueued=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.jobReadyVerb||jobReady=,|ask|jobReady=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.allocateFuncVerb|| allocate=,|ask| allocate=ask,|3|FALLBACK WRONG_TYPE
      extender|extender.deallocateFuncVerb||deallocate=]|ask|deallocate=ask]|3|FALLBACK WRONG_TYPE
      network-topology-aware|weight||[weight=1|10|[weight=10|-1|FALLBACK INVALID
      network-topology-aware|hypernode.binpack.cpu||cpuWeight=1|5|cpuWeight=5|-5|FALLBACK INVALID
      network-topology-aware|hypernode.binpack.memory||memoryWeight=1|5|memoryWeight=5|much|FALLBACK WRONG_TYPE
      network-topology-aware|hypernode.binpack.resources||resourceWeights={}|NAME|resourceWeights={NAME=1}|3|FALLBACK WRONG_TYPE
      network-topology-aware|hypernode.binpack.resources.NAME|hypernode.binpack.resources=NAME|NAME=1|2|NAME=2|-2|FALLBACK INVALID
      network-topology-aware|hypernode.binpack.normal-pod.enable||packNormalPods=true|false|packNormalPods=false|maybe|FALLBACK WRONG_TYPE
      network-topology-aware|hypernode.binpack.normal-pod.fading||fading=0.8|0.5|fading=0.5|-0.5|FALLBACK INVALID
      network-topology-aware|hypernode.gradient.evict.max-hypernodes||maxHyperNodesForEviction=8|2|maxHyperNodesForEviction=2|0|FALLBACK INVALID
      nodegroup|strict||strict=true|false|strict=false|0|FALLBACK WRONG_TYPE
      nodegroup|enablePreferredOrder||preferredOrder=false|true|preferredOrder=true|1|FALLBACK WRONG_TYPE
      nodeorder|nodeaffinity.weight||nodeAffinity=2|7|nodeAffinity=7|heavy|FALLBACK WRONG_TYPE
      nodeorder|podaffinity.weight||podAffinity=2|7|podAffinity=7|"7"|FALLBACK WRONG_TYPE
      nodeorder|leastrequested.weight||leastRequested=1|7|leastRequested=7|7.5|FALLBACK WRONG_TYPE
      nodeorder|mostrequested.weight||mostRequested=0|7|mostRequested=7|heavy|FALLBACK WRONG_TYPE
      nodeorder|balancedresource.weight||balancedResource=1|7|balancedResource=7|heavy|FALLBACK WRONG_TYPE
      nodeorder|tainttoleration.weight||taintToleration=3|7|taintToleration=7|true|FALLBACK WRONG_TYPE
      nodeorder|imagelocality.weight||imageLocality=1|7|imageLocality=7|heavy|FALLBACK WRONG_TYPE
      nodeorder|podtopologyspread.weight||podTopologySpread=2|7|podTopologySpread=7|[7]|FALLBACK WRONG_TYPE
      numa-aware|weight||weight=1|3|weight=3|heavy|FALLBACK WRONG_TYPE
      overcommit|overcommit-factor||factor=1.2|2|factor=2.0|0.9|FALLBACK INVALID
      overcommit|overcommit-factor||factor=1.2|1|factor=1.0|"2"|FALLBACK WRONG_TYPE
      predicates|predicate.NodeAffinityEnable||nodeAffinity=true|false|nodeAffinity=false|never|FALLBACK WRONG_TYPE
      predicates|predicate.NodePortsEnable||nodePorts=true|"false"|nodePorts=false|0|FALLBACK WRONG_TYPE
      predicates|predicate.TaintTolerationEnable||taintToleration=true|false|taintToleration=false|never|FALLBACK WRONG_TYPE
      predicates|predicate.PodAffinityEnable||podAffinity=true|false|podAffinity=false|never|FALLBACK WRONG_TYPE
      predicates|predicate.NodeVolumeLimitsEnable||nodeVolumeLimits=true|false|nodeVolumeLimits=false|never|FALLBACK WRONG_TYPE
      predicates|predicate.VolumeZoneEnable||volumeZone=true|false|volumeZone=false|never|FALLBACK WRONG_TYPE
      predicates|predicate.PodTopologySpreadEnable||podTopologySpread=true|false|podTopologySpread=false|never|FALLBACK WRONG_TYPE
      predicates|predicate.VolumeBindingEnable||volumeBinding=true|false|volumeBinding=false|never|FALLBACK WRONG_TYPE
      predicates|predicate.CacheEnable||cache=false|true|cache=true|always|FALLBACK WRONG_TYPE
      predicates|volumebinding.weight||[weight=1,|3|[weight=3,|heavy|REFUSED WRONG_TYPE
      predicates|volumebinding.bindTimeoutSeconds||timeout=PT10M|30|timeout=PT30S|-1|REFUSED INVALID
      predicates|volumebinding.shape||shape=[]|[{utilization: 0, score: 10}]|shape=[ShapePoint[utilization=0, score=10]]|3|FALLBACK WRONG_TYPE
      predicates|dynamicresources.filterTimeoutSeconds||dynamicResourcesTimeout=PT10S|5|dynamicResourcesTimeout=PT5S|-1|FALLBACK INVALID
      predicates|dynamicresources.filterTimeoutSeconds||dynamicResourcesTimeout=PT10S|0|dynamicResourcesTimeout=PT0S|10s|REFUSED WRONG_TYPE
      rescheduling|interval||interval=PT5M|10s|interval=PT10S|soon|FALLBACK WRONG_TYPE
      rescheduling|metricsPeriod||metricsPeriod=5m|10m|metricsPeriod=10m|5m|FALLBACK POINTLESS
      rescheduling|strategies||thresholds={cpu=100.0|[{name: lowNodeUtilization, params: {thresholds: {cpu: 20}}}]|thresholds={cpu=20.0|all|FALLBACK WRONG_TYPE
      resource-strategy-fit|resourceStrategyFitWeight||[weight=10,|2|[weight=2,|-4|FALLBACK INVALID
      resource-strategy-fit|resourceStrategyFitWeight||[weight=10,|2.9|[weight=2,|heavy|REFUSED WRONG_TYPE
      resource-strategy-fit|resources/NAME/type|resources/NAME/weight=2|packs=false, weight=2|MostAllocated|packs=true, weight=2|Sideways|FALLBACK INVALID
      resource-strategy-fit|resources/NAME/type|resources/NAME/weight=2|packs=false, weight=2|MostAllocated|packs=true, weight=2|3|REFUSED WRONG_TYPE
      resource-strategy-fit|resources/NAME/weight|resources/NAME/type=MostAllocated|packs=true, weight=1|3|packs=true, weight=3|0|FALLBACK INVALID
      resource-strategy-fit|sra/enable|sra/weight=4; sra/resources=NAME|scarce=ScarceResources[weight=0|true|scarce=ScarceResources[weight=4|"true"|REFUSED WRONG_TYPE
      resource-strategy-fit|sra/resources|sra/enable=true; sra/weight=4|resources={}, weightSum=0|NAME|resources={NAME=1}, weightSum=1|[NAME]|REFUSED WRONG_TYPE
      resource-strategy-fit|sra/weight|sra/enable=true; sra/resources=NAME|scarce=ScarceResources[weight=0|4|scarce=ScarceResources[weight=4|heavy|REFUSED WRONG_TYPE
      resource-strategy-fit|sra/resourceWeight/NAME|sra/enable=true; sra/resources=NAME|NAME=1|2|NAME=2|-2|FALLBACK INVALID
      resource-strategy-fit|proportional/enable|proportional/resources=NAME|enabled=false|true|enabled=true|1|REFUSED WRONG_TYPE
      resource-strategy-fit|proportional/resources|proportional/enable=true|enabled=true, resources={}|NAME|NAME=Share[cpu=1.0, memory=1.0]|3|REFUSED WRONG_TYPE
      resource-strategy-fit|proportional/resourceProportion/NAME.cpu|proportional/enable=true; proportional/resources=NAME|cpu=1.0|4|cpu=4.0|-4|FALLBACK INVALID
      resource-strategy-fit|proportional/resourceProportion/NAME.memory|proportional/enable=true; proportional/resources=NAME|memory=1.0|8|memory=8.0|much|REFUSED WRONG_TYPE
      sla|sla-waiting-time||waitingTime=null|1h|waitingTime=PT1H|0s|FALLBACK INVALID
      sla|sla-waiting-time||waitingTime=null|90s|waitingTime=PT1M30S|3|FALLBACK WRONG_TYPE
      task-topology|task-topology.weight||weight=1|10|weight=10|heavy|FALLBACK WRONG_TYPE
      tdm|tdm.revocable-zone.NAME||zones={}|18:00-23:59|zones={NAME=RevocableZone[text=18:00-23:59|10|REFUSED WRONG_TYPE
      tdm|tdm.evict.period||evictPeriod=PT1M|5m|evictPeriod=PT5M|soon|FALLBACK WRONG_TYPE
      usage|usage.weight||[weight=5|7|[weight=7|-1|FALLBACK INVALID
      usage|cpu.weight||cpuWeight=1|7|cpuWeight=7|-1|FALLBACK INVALID
      usage|memory.weight||memoryWeight=1|7|memoryWeight=7|heavy|FALLBACK WRONG_TYPE
      usage|thresholds/cpu||cpuThreshold=80|70|cpuThreshold=70|101|FALLBACK INVALID
      usage|thresholds/mem||memoryThreshold=80|70|memoryThreshold=70|-1|FALLBACK INVALID
      usage|estimator/request_ratio||requestRatio=0.7|0.5|requestRatio=0.5|1.5|FALLBACK INVALID
      usage|estimator/burst_ratio||burstRatio=0.0|0.5|burstRatio=0.5|-0.5|FALLBACK INVALID
      usage|estimator/risk_threshold||riskThreshold=0.6|0.5|riskThreshold=0.5|2|FALLBACK INVALID
      usage|estimator/risk_factor||riskFactor=1.2|2|riskFactor=2.0|0.5|FALLBACK INVALID
      usage|estimator/be_cpu||bestEffortMilliCpu=250.0|500|bestEffortMilliCpu=500.0|-1|FALLBACK INVALID
      usage|estimator/be_mem||bestEffortMemory=2.097152E8|1Gi|bestEffortMemory=1.073741824E9|much|FALLBACK WRONG_TYPE
      """;

  /** Any value at all is reported, because upstream never reads it; StrictnessTest has that. */
  private static final String NEVER_READ = "predicate.DynamicResourceAllocationEnable";

  private static final List<Row> ROWS = TABLE.lines().map(Row::parse).toList();

  @ParameterizedTest(name = "{0}")
  @FieldSource("ROWS")
  void hasADefault(Row row) {
    assertThat(arguments(row.without())).contains(row.byDefault).doesNotContain(row.readAs);
  }

  @ParameterizedTest(name = "{0}")
  @FieldSource("ROWS")
  void takesAValue(Row row) {
    BatchReading reading = row.with(row.value);
    assertThat(problems(reading, row)).isEmpty();
    assertThat(arguments(reading)).contains(row.readAs);
  }

  @ParameterizedTest(name = "{0}")
  @FieldSource("ROWS")
  void namesABadValueAndDoesAsUpstream(Row row) {
    BatchReading reading = row.with(row.bad);
    assertThat(problems(reading, row)).containsExactly(row.problem + " " + row.path());
    if (row.problem.startsWith("REFUSED")) {
      assertThat(reading.configuration()).isEmpty();
    } else {
      assertThat(arguments(reading)).contains(row.byDefault);
    }
  }

  @Test
  void noArgumentIsForgotten() {
    for (InTreePlugin<?> spec : InTreePlugins.ALL) {
      Set<String> listed =
          ROWS.stream()
              .filter(row -> row.plugin.equals(spec.name()))
              .map(row -> row.key.replace('/', '.'))
              .collect(Collectors.toCollection(TreeSet::new));
      var read = new TreeSet<>(ArgumentKeys.of(spec).keySet());
      read.remove(NEVER_READ);
      assertThat(listed).as(spec.name()).isEqualTo(read);
    }
  }

  private static String arguments(BatchReading reading) {
    return Readings.only(reading).arguments().toString();
  }

  private static List<String> problems(BatchReading reading, Row row) {
    return Readings.summary(reading).stream()
        .filter(problem -> problem.endsWith(" " + row.path()))
        .toList();
  }

  record Row(
      String plugin,
      String key,
      String beside,
      String byDefault,
      String value,
      String readAs,
      String bad,
      String problem) {

    static Row parse(String line) {
      String[] cells = line.split("\\|", -1);
      assertThat(cells).as(line).hasSize(8);
      return new Row(
          cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]);
    }

    String path() {
      return "tiers[0].plugins[0].arguments." + key.replace('/', '.');
    }

    BatchReading without() {
      return read(besides());
    }

    BatchReading with(String text) {
      Map<String, Object> arguments = besides();
      put(arguments, key, text);
      return read(arguments);
    }

    private Map<String, Object> besides() {
      var arguments = new LinkedHashMap<String, Object>();
      Arrays.stream(beside.split("; ", -1))
          .filter(argument -> !argument.isEmpty())
          .map(argument -> argument.split("=", 2))
          .forEach(pair -> put(arguments, pair[0], pair[1]));
      return arguments;
    }

    private BatchReading read(Map<String, Object> tree) {
      return Readings.plugin(
          plugin,
          tree.entrySet().stream()
              .map(entry -> entry.getKey() + ": " + flow(entry.getValue()))
              .toArray(String[]::new));
    }

    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> tree, String path, String value) {
      int slash = path.indexOf('/');
      if (slash < 0) {
        tree.put(path, value);
      } else {
        put(
            (Map<String, Object>)
                tree.computeIfAbsent(path.substring(0, slash), _ -> new LinkedHashMap<>()),
            path.substring(slash + 1),
            value);
      }
    }

    private static String flow(Object value) {
      return value instanceof Map<?, ?> object
          ? object.entrySet().stream()
              .map(entry -> entry.getKey() + ": " + flow(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"))
          : value.toString();
    }

    @Override
    public String toString() {
      return "%s %s: %s, not %s".formatted(plugin, key, value, bad);
    }
  }
}
