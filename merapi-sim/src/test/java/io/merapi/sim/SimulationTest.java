package io.merapi.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.workload.Namespace;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.ArrivalSource;
import io.merapi.sim.workload.Arrivals;
import io.merapi.sim.workload.Workload;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulationTest {

  private static final String NODE =
      """
      ---
      {apiVersion: v1, kind: Node, metadata: {name: a},
       status: {allocatable: {cpu: "2", memory: 4Gi, pods: "10"}}}
      """;

  private static final String CLASSES =
      """
      ---
      {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 100}
      """;

  @Test
  void aPodRunsForItsTimeAndMakesRoomForTheNext() {
    SimulationReport report =
        simulate(NODE + pod("first", "0s", "1h", 2) + pod("second", "10m", "1h", 2));

    assertThat(report.counts()).isEqualTo(new PodCounts(2, 2, 2, 0, 0, 0));
    assertThat(report.waits().longest()).isEqualTo(Duration.ofMinutes(50));
    assertThat(report.duration()).isEqualTo(Duration.ofHours(2));
  }

  @Test
  void useIsWeighedByTime() {
    SimulationReport report =
        simulate(NODE + pod("half", "0s", "1h", 1) + pod("whole", "1h", "1h", 2));

    ResourceUse cpu = report.resources().getFirst();
    assertThat(cpu.resource()).isEqualTo("cpu");
    assertThat(cpu.allocatable()).isEqualTo(2000);
    assertThat(cpu.average()).isEqualTo(0.75);
    assertThat(cpu.peak()).isEqualTo(1.0);
  }

  @Test
  void whatIsLostWithANodeIsWhatWasDoneBeforeItFailed() {
    // It fails after an hour; that the pod is deleted 5m40s later adds nothing to what is lost.
    SimulationReport report =
        Scenario.kube()
            .manifests(
                """
                {apiVersion: v1, kind: Node,
                 metadata: {name: a, annotations: {merapi.io/outages: 1h}},
                 status: {allocatable: {cpu: "2", memory: 4Gi, pods: "10"}}}
                """
                    + pod("long", "0s", "3h", 2))
            .run();

    assertThat(report.counts().evicted()).isEqualTo(1);
    assertThat(report.lost().podSeconds()).isEqualTo(3600);
  }

  @Test
  void podsThatRestartWithTheirJobAreLostEvenIfOthersHadSucceeded() {
    // Of the three, one is done after 5m, one fails after 10m; so the third has run for 10m and
    // one second to end when the job begins anew.
    SimulationReport report =
        Scenario.batch()
            .manifests(
                NODE
                    + """
                    ---
                    {apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: j}, spec: {
                     policies: [{event: PodFailed, action: RestartJob}], maxRetry: 2, tasks: [
                    """
                    + task("quick", "run-time: 5m")
                    + task("bad", "run-time: 1h, merapi.io/fails-after: 10m")
                    + task("good", "run-time: 1h")
                    + "]}}")
            .until(Duration.ofMinutes(12))
            .run();

    assertThat(report.counts().evicted()).isEqualTo(1);
    assertThat(report.lost().podSeconds()).isEqualTo(601);
  }

  private static String task(String name, String plan) {
    return """
     {name: %s, replicas: 1, template: {metadata: {annotations: {merapi.io/%s}}, spec: {
      restartPolicy: Never, containers: [{name: main, resources: {requests: {cpu: 500m}}}]}}},
    """
        .formatted(name, plan);
  }

  @Test
  void whatComesIsClosedAlsoWhereTheEndIsReachedBefore() {
    var closed = new AtomicBoolean();
    ArrivalSource endless =
        (start, _) ->
            new Arrivals() {
              private int came;

              @Override
              public Arrival next() {
                return new Arrival(
                    start.plusSeconds(came++), new Namespace(ObjectMeta.named("", "n-" + came)));
              }

              @Override
              public void close() {
                closed.set(true);
              }
            };

    Scenario.kube().with(endless).until(Duration.ofMinutes(1)).run();

    assertThat(closed).isTrue();
  }

  @Test
  void aPodThatFitsNowhereIsPendingWithTheWordsOfItsEvent() {
    SimulationReport report = simulate(NODE + pod("huge", "0s", "1h", 9));

    assertThat(report.counts().pending()).isEqualTo(1);
    assertThat(report.pending())
        .singleElement()
        .satisfies(reason -> {
          assertThat(reason.message()).startsWith("0/1 nodes are available: 1 Insufficient cpu.");
          assertThat(reason.example()).isEqualTo("default/huge");
        });
  }

  @Test
  void anEvictedPodOfAControllerComesBack() {
    SimulationReport report =
        simulate(
            NODE
                + CLASSES
                + pod("low", "0s", "1h", 2)
                + pod("high", "10m", "30m", 2, "priorityClassName: high,"));

    assertThat(report.counts().evicted()).isEqualTo(1);
    assertThat(report.counts().finished()).isEqualTo(2);
    assertThat(report.duration()).isEqualTo(Duration.ofMinutes(100).plusSeconds(1));
  }

  @Test
  void aClaimThatWaitsForItsFirstConsumerGetsAVolume() {
    SimulationReport report =
        simulate(
            NODE
                + """
                ---
                {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast},
                 provisioner: csi.example.com, volumeBindingMode: WaitForFirstConsumer}
                ---
                {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: default},
                 spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}
                """
                + pod(
                    "p",
                    "0s",
                    "1h",
                    1,
                    "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}],"));

    assertThat(report.counts().finished()).isEqualTo(1);
    assertThat(report.waits().longest()).isEqualTo(Duration.ZERO);
  }

  @Test
  void stopsWhenItIsToldTo() {
    SimulationReport report = simulate(NODE + pod("p", "0s", "10h", 1), 0, Duration.ofMinutes(90));

    assertThat(report.duration()).isEqualTo(Duration.ofMinutes(90));
    assertThat(report.counts().running()).isEqualTo(1);
  }

  @Test
  void podsThatAreOnANodeAlreadyRunFromTheStart() {
    SimulationReport report =
        simulate(NODE + pod("old", "0s", "30m", 2, "nodeName: a,") + pod("new", "0s", "1h", 2));

    assertThat(report.counts()).isEqualTo(new PodCounts(2, 1, 2, 0, 0, 0));
    assertThat(report.waits().longest()).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void sameSeedSameReport() {
    String input =
        NODE
            + NODE.replace("name: a", "name: b")
            + pod("p", "0s", "1h", 1)
            + pod("q", "5s", "1h", 1);

    assertThat(simulate(input, 7, null)).isEqualTo(simulate(input, 7, null));
  }

  @Test
  void namesAnnotationsThatCannotBeRead() {
    var problems = new ArrayList<String>();
    Workload.of(objects(pod("p", "soon", "for ever", 1)), problems);

    assertThat(problems)
        .containsExactly(
            "Pod default/p: annotation merapi.io/run-time (for ever) must be a duration such as 90s"
                + " or 1h30m",
            "Pod default/p: annotation merapi.io/arrival (soon) must be a duration after the start,"
                + " such as 90s or 1h30m, or a time such as 2026-01-01T08:00:00Z");
  }

  private static SimulationReport simulate(String yaml) {
    return simulate(yaml, 0, null);
  }

  private static SimulationReport simulate(String yaml, long seed, @Nullable Duration until) {
    var problems = new ArrayList<String>();
    Workload workload = Workload.of(objects(yaml), problems);
    assertThat(problems).isEmpty();
    var scheduling =
        new KubeScheduling(
            new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS),
            FeatureGates.DEFAULTS,
            SchedulerSettings.DEFAULTS.withSeed(seed));
    return new Simulation(scheduling, workload, new Simulation.Options(until, seed, (_, _) -> {}))
        .run();
  }

  private static List<ClusterObject> objects(String yaml) {
    var objects = new ArrayList<ClusterObject>();
    var text = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    var result = new SnapshotLoader(text).load(List.of("-"), objects::add);
    assertThat(result.problems()).isEmpty();
    return objects;
  }

  private static String pod(String name, String arrival, String runTime, int cpu) {
    return pod(name, arrival, runTime, cpu, "");
  }

  private static String pod(String name, String arrival, String runTime, int cpu, String more) {
    return """
    ---
    {apiVersion: v1, kind: Pod,
     metadata: {name: %1$s, annotations: {merapi.io/arrival: %2$s, merapi.io/run-time: %3$s},
      ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: s, uid: s, controller: true}]},
     spec: {%5$s containers: [{name: main, image: app, resources: {requests: {cpu: "%4$d"}}}]}}
    """
        .formatted(name, arrival, runTime, cpu, more);
  }
}
