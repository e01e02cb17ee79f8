package io.merapi.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.usage.FixedUsage.Load;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.QueueShare;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.workload.Workload;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BatchSimulationTest {

  private static final String NODES = node("a") + node("b");

  private static final String PREEMPTING =
      """
      actions: "enqueue, allocate, preempt, reclaim, backfill"
      tiers:
      - plugins:
        - name: priority
        - name: gang
        - name: conformance
      - plugins:
        - name: drf
        - name: predicates
        - name: proportion
        - name: nodeorder
      """;

  private int sessions;
  private Map<String, Load> nodeUsage = Map.of();

  @Test
  void aGangStartsAsAWholeOrWaits() {
    SimulationReport report =
        simulate(NODES + job("first", "0s", 3, "1h") + job("second", "10m", 3, "1h"));

    assertThat(report.counts()).isEqualTo(new PodCounts(6, 6, 6, 0, 0, 0));
    // The second would have room for one of its pods at once, and waits for all three.
    assertThat(report.queues())
        .singleElement()
        .satisfies(queue -> {
          assertThat(queue.queue()).isEqualTo("default");
          assertThat(queue.jobs().jobs()).isEqualTo(2);
          assertThat(queue.jobs().started()).isEqualTo(2);
          assertThat(queue.jobs().waits().longest())
              .isBetween(minutes(50), minutes(50).plusSeconds(1));
        });
    assertThat(report.duration()).isBetween(minutes(120), minutes(120).plusSeconds(1));
  }

  @Test
  void whatQueuesDeserveIsWhatTheSessionGaveThem() {
    SimulationReport report =
        simulate(
            NODES
                + queue("qa", 1)
                + queue("qb", 3)
                + elastic(job("first", "0s", 4, "1h"), "qa")
                + elastic(job("second", "0s", 4, "1h"), "qb"));

    // Both want all four cores. In the first hour qa deserves one of them and qb three, and they
    // get them; in the second qb wants but the last one, and qa deserves and gets three.
    for (QueueLine line : report.queues()) {
      QueueShare cpu = line.shares().getFirst();
      assertThat(cpu.used()).isCloseTo(0.5, within(0.01));
      assertThat(cpu.deserved()).isCloseTo(0.5, within(0.01));
      assertThat(cpu.distance()).isLessThan(0.01);
    }
    QueueCurves curves = report.series().queues().getFirst();
    assertThat(curves.queue()).isEqualTo("qa");
    Curve deserved = curves.shares().getFirst().deserved();
    assertThat(deserved.at(deserved.size() / 4)).isCloseTo(0.25, within(0.01));
    assertThat(deserved.at(3 * deserved.size() / 4)).isCloseTo(0.75, within(0.01));
    assertThat(Objects.requireNonNull(report.fairness()).jain()).isCloseTo(1, within(0.001));
  }

  private static String elastic(String job, String queue) {
    return job.replace("queue: default, minAvailable: 4", "queue: " + queue + ", minAvailable: 1");
  }

  private static String queue(String name, int weight) {
    return """
    ---
    {apiVersion: scheduling.volcano.sh/v1beta1, kind: Queue, metadata: {name: %s},
     spec: {weight: %d}}
    """
        .formatted(name, weight);
  }

  @Test
  void limitsOfDevicesKeepNobodyOutOfTheQueue() {
    String gpu = "nvidia.com/gpu: \"1\"";
    SimulationReport report =
        simulate(
            node("gpus").replace("cpu:", gpu + ", cpu:")
                + job("train", "0s", 1, "1h")
                    .replace("requests: {", "limits: {%1$s}, requests: {%1$s, ".formatted(gpu)));

    assertThat(report.counts().finished()).isEqualTo(1);
  }

  @Test
  void aBarePodGetsAGroupOfItsOwn() {
    SimulationReport report = simulate(NODES + pod("alone", "merapi.io/run-time: 1h"));

    assertThat(report.counts().finished()).isEqualTo(1);
  }

  @Test
  void aNodeWithMuchLoadTakesNothing() {
    String usage =
        """
        actions: "enqueue, allocate, backfill"
        tiers:
        - plugins: [{name: gang}, {name: predicates}, {name: usage}]
        """;
    nodeUsage = Map.of("a", new Load(90, 10), "b", new Load(10, 90));
    String alone = pod("alone", "merapi.io/run-time: 1h");

    assertThat(simulate(usage, NODES + alone).counts().pending()).isEqualTo(1);

    nodeUsage = Map.of("a", new Load(90, 10), "b", new Load(10, 10));
    assertThat(simulate(usage, NODES + alone).counts().finished()).isEqualTo(1);
  }

  @Test
  void podsOfOtherSchedulersAreLeftAlone() {
    SimulationReport report =
        simulate(NODES + pod("other", "team: vision").replace("schedulerName: volcano, ", ""));

    assertThat(report.counts().pending()).isEqualTo(1);
  }

  @Test
  void sessionsAreHeldWhenSomethingHappensAndNotForEverySecondOfADay() {
    simulate(NODES + job("huge", "0s", 9, "1h") + job("small", "20h", 1, "1h"));

    assertThat(sessions).isLessThan(20);
  }

  @Test
  void aJobOfHighPriorityEvictsOneOfLowWhoseControllerMakesItAgain() {
    SimulationReport report =
        simulate(
            PREEMPTING,
            NODES
                + """
                ---
                {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 100}
                """
                + job("low", "0s", 4, "1h").replace("minAvailable: 4", "minAvailable: 1")
                + job("high", "10m", 2, "30m")
                    .replace("queue:", "priorityClassName: high, queue:"));

    assertThat(report.evictions())
        .singleElement()
        .satisfies(line -> {
          assertThat(line.reason()).isEqualTo("preempt");
          assertThat(line.queue()).isEqualTo("default");
          assertThat(line.pods()).isEqualTo(2);
        });
    assertThat(report.counts().finished()).isEqualTo(6);
    assertThat(report.counts().pending()).isZero();
  }

  @Test
  void aJobThatSaysSoIsRestartedAsAWholeWhenOneOfItsPodsIsEvicted() {
    SimulationReport report =
        simulate(
            PREEMPTING,
            NODES
                + """
                ---
                {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 100}
                """
                + job("low", "0s", 4, "1h")
                    .replace(
                        "minAvailable: 4",
                        "minAvailable: 1, policies: [{event: PodEvicted, action: RestartJob}]")
                + job("high", "10m", 1, "30m")
                    .replace("queue:", "priorityClassName: high, queue:"));

    // All four start anew: nobody ends an hour after the start, when three of them would.
    assertThat(report.counts().evicted()).isEqualTo(4);
    assertThat(report.duration()).isGreaterThan(minutes(70));
  }

  @Test
  void aNodeThatIsLockedForDevicesTakesItsPodsOneAfterTheOther() {
    String cards = "volcano.sh/gpu-number: 1, volcano.sh/gpu-memory: 1000";
    String pods = pod("a", "merapi.io/run-time: 1h") + pod("b", "merapi.io/run-time: 1h");
    SimulationReport report =
        simulate(
            """
            actions: "allocate"
            tiers:
            - plugins:
              - name: gang
              - name: predicates
              - name: deviceshare
                arguments:
                  deviceshare.GPUSharingEnable: true
                  deviceshare.NodeLockEnable: true
            """,
            node("gpus")
                    .replace("status: {", "status: {capacity: {%s}, ".formatted(cards))
                    .replace("cpu:", cards + ", cpu:")
                + pods.replace(
                    "requests: {",
                    "limits: {volcano.sh/gpu-memory: 500}, requests: {volcano.sh/gpu-memory:"
                        + " 500, "));

    // A lock that nobody took off would keep the second pod waiting for five minutes.
    assertThat(report.counts().finished()).isEqualTo(2);
    assertThat(report.duration()).isLessThan(minutes(61));
  }

  @Test
  void sameSeedSameReport() {
    String input = NODES + job("first", "0s", 3, "1h") + job("second", "10m", 3, "1h");

    assertThat(simulate(input)).isEqualTo(simulate(input));
  }

  private SimulationReport simulate(String yaml) {
    return simulate("", yaml);
  }

  private SimulationReport simulate(String conf, String yaml) {
    var problems = new ArrayList<String>();
    Workload workload = Workload.of(objects(yaml), problems);
    assertThat(problems).isEmpty();
    BatchConfiguration configuration =
        conf.isEmpty()
            ? BatchConfiguration.byDefault()
            : BatchConfigurationReader.read("test.conf", conf).configuration().orElseThrow();
    var scheduling =
        new BatchScheduling(
            configuration,
            FeatureGates.DEFAULTS,
            BatchSettings.DEFAULTS,
            BatchPlugins.IN_TREE,
            nodeUsage,
            session -> {
              sessions++;
              assertThat(session.failures().all()).isEmpty();
            });
    return new Simulation(scheduling, workload, Simulation.Options.DEFAULTS).run();
  }

  private static List<ClusterObject> objects(String yaml) {
    var objects = new ArrayList<ClusterObject>();
    var text = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    var result = new SnapshotLoader(text).load(List.of("-"), objects::add);
    assertThat(result.problems()).isEmpty();
    return objects;
  }

  private static Duration minutes(int minutes) {
    return Duration.ofMinutes(minutes);
  }

  private static String node(String name) {
    return """
    ---
    {apiVersion: v1, kind: Node, metadata: {name: %s},
     status: {allocatable: {cpu: "2", memory: 4Gi, pods: "10"}}}
    """
        .formatted(name);
  }

  private static String pod(String name, String annotation) {
    return """
    ---
    {apiVersion: v1, kind: Pod, metadata: {name: %s, annotations: {%s}},
     spec: {schedulerName: volcano, containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}
    """
        .formatted(name, annotation);
  }

  private static String job(String name, String arrival, int pods, String runTime) {
    return """
    ---
    {apiVersion: batch.volcano.sh/v1alpha1, kind: Job,
     metadata: {name: %1$s, annotations: {merapi.io/arrival: %2$s, volcano.sh/preemptable: "true"}},
     spec: {queue: default, minAvailable: %3$d,
      tasks: [{name: worker, replicas: %3$d, template: {
       metadata: {annotations: {merapi.io/run-time: %4$s}},
       spec: {containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}}]}}
    """
        .formatted(name, arrival, pods, runTime);
  }
}
