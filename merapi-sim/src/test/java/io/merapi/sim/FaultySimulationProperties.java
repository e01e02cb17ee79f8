package io.merapi.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.sim.report.SimulationReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clusters in which everything takes time and everything fails now and then: whatever chance does,
 * no node holds more than it has, all work is done in the end, and the same seed does the same.
 */
class FaultySimulationProperties {

  private static final int SEEDS = 6;

  private static final String CLUSTER =
      """
      apiVersion: merapi.io/v1alpha1
      kind: NodePool
      metadata: {name: pool}
      spec:
        count: 6
        template: {status: {allocatable: {cpu: "4", memory: 8Gi}}}
        failures:
          between: {exponential: {mean: 3h}}
          repair: {uniform: {min: 10s, max: 20m}}
      ---
      apiVersion: v1
      kind: Node
      metadata:
        name: moody
        annotations: {merapi.io/drains: "20m for 10m, 1h for 5m", merapi.io/outages: 2h for 1h}
      status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
      ---
      apiVersion: merapi.io/v1alpha1
      kind: ClusterBehavior
      metadata: {name: shaky}
      spec:
        bindLatency: {exponential: {mean: 200ms}}
        bindFailures: 0.1
        startLatency: {lognormal: {median: 5s, p95: 60s}}
        podFailures: 0.1
        terminationTime: {uniform: {min: 1s, max: 30s}}
        decisionCost: {exponential: {mean: 5ms}}
      """;

  private static final String PODS =
      """
      ---
      apiVersion: merapi.io/v1alpha1
      kind: WorkloadGenerator
      metadata: {name: pods}
      spec:
        count: 60
        arrivals: {bursty: {perHour: 4, size: {uniform: {min: 1, max: 12}}, spread: 1m}}
        jobs:
        - runTime: {lognormal: {median: 5m, p95: 1h}}
          pods: {choice: {1: 3, 4: 1}}
          template:
            apiVersion: batch/v1
            kind: Job
            spec:
              backoffLimit: 1000
              template:
                spec:
                  schedulerName: SCHEDULER
                  restartPolicy: Never
                  containers: [{name: main, resources: {requests: {cpu: "1"}}}]
      """;

  private static final String GANGS =
      """
      ---
      apiVersion: merapi.io/v1alpha1
      kind: WorkloadGenerator
      metadata: {name: gangs}
      spec:
        count: 20
        arrivals: {poisson: {perHour: 10}}
        jobs:
        - runTime: {lognormal: {median: 5m, p95: 30m}}
          pods: {choice: {2: 1, 8: 1}}
          template:
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            spec:
              maxRetry: 1000
              policies: [{event: PodFailed, action: RestartJob}, {event: PodEvicted, action: RestartJob}]
              tasks:
              - name: worker
                template:
                  spec:
                    restartPolicy: Never
                    containers: [{name: main, resources: {requests: {cpu: "1"}}}]
      """;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void podsOfASchedulerOfSinglePods(int seed) {
    check(Scenario.kube(), CLUSTER + PODS.replace("SCHEDULER", "default-scheduler"), seed, 60);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void gangsAndPodsOfABatchScheduler(int seed) {
    check(Scenario.batch(), CLUSTER + PODS.replace("SCHEDULER", "volcano") + GANGS, seed, 80);
  }

  private static void check(Scenario scenario, String input, int seed, int jobs) {
    var nodes = new NodeBooks();

    SimulationReport report = scenario.manifests(input).seed(seed).watch(nodes).run();

    assertThat(nodes.complaints).isEmpty();
    assertThat(report.jobs().jobs()).isEqualTo(jobs);
    assertThat(report.jobs().finished()).isEqualTo(jobs);
    assertThat(report.counts().running()).isZero();
    assertThat(report.counts().pending()).isZero();
  }

  @Test
  void theSameSeedDoesTheSameOnAnyThreadAndAnotherDoesNot() throws Exception {
    var runs = new ArrayList<Callable<List<String>>>();
    for (int seed = 0; seed < SEEDS; seed++) {
      long chance = seed / 2;
      runs.add(() -> {
        var chronicle = new Chronicle();
        String input = CLUSTER + PODS.replace("SCHEDULER", "volcano") + GANGS;
        Scenario.batch().manifests(input).seed(chance).watch(chronicle).run();
        return chronicle.lines();
      });
    }
    var timelines = new ArrayList<List<String>>();
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (Future<List<String>> run : threads.invokeAll(runs)) {
        timelines.add(result(run));
      }
    }

    for (int run = 0; run < SEEDS; run += 2) {
      assertThat(timelines.get(run + 1)).isEqualTo(timelines.get(run));
    }
    assertThat(timelines.get(2)).isNotEqualTo(timelines.get(0));
  }

  private static <T> T result(Future<T> run) throws InterruptedException, ExecutionException {
    return run.get();
  }

  /** Counts the pods on each node, all of which ask for one CPU. */
  private static final class NodeBooks implements Simulation.Watcher {
    private final Map<String, Long> capacity = new HashMap<>();
    private final Map<String, String> places = new HashMap<>();
    private final Map<String, Long> used = new HashMap<>();
    private final List<String> complaints = new ArrayList<>();

    @Override
    public void see(Duration sinceStart, ObjectEvent event) {
      switch (event) {
        case ObjectEvent.Applied(Node node) -> capacity.put(node.name(), 4L);
        case ObjectEvent.Applied(Pod pod) when pod.assigned() && !pod.terminated() ->
            put(sinceStart, pod);
        case ObjectEvent.Applied(Pod pod) -> take(pod);
        case ObjectEvent.Deleted(Pod pod) -> take(pod);
        case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
      }
    }

    private void put(Duration when, Pod pod) {
      String before = places.put(pod.key(), pod.nodeName());
      if (before == null) {
        long now = used.merge(pod.nodeName(), 1L, Long::sum);
        if (now > capacity.getOrDefault(pod.nodeName(), 0L)) {
          complaints.add("%s: %s has %d pods".formatted(when, pod.nodeName(), now));
        }
      } else if (!before.equals(pod.nodeName())) {
        complaints.add("%s: %s moved from %s".formatted(when, pod.key(), before));
      }
    }

    private void take(Pod pod) {
      String place = places.remove(pod.key());
      if (place != null) {
        used.merge(place, -1L, Long::sum);
      }
    }
  }
}
