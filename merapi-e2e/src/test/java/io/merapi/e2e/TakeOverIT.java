package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.bench.controlplane.ServerProcess;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.e2e.PodEvents.PodEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of kube-scheduler is taken over, upgraded and handed back while pods keep arriving. The
 * schedulers share a Lease, so the next one is started before the last one is stopped, as a careful
 * operator does it.
 *
 * <p>The pods fill their nodes to the last place: one that is counted twice, or not at all, leaves
 * a node too full or another pod without a place.
 */
class TakeOverIT {

  private static final int NODES = 80;
  private static final int PODS_PER_NODE = 10;
  private static final int PODS = NODES * PODS_PER_NODE;

  /** So many come while one scheduler works, most of them after the one before has ended. */
  private static final int PODS_PER_SCHEDULER = PODS / 4;

  /** So many must be bound by each scheduler while no other one runs that may bind. */
  private static final int SHARE = 30;

  private static final Duration BETWEEN_ARRIVALS = Duration.ofMillis(40);

  /** Leases that are shorter than usual, and long enough for a busy machine. */
  private static final String[] LEASE = {
    "--leader-elect=true",
    "--leader-elect-lease-duration=10s",
    "--leader-elect-renew-deadline=8s",
    "--leader-elect-retry-period=500ms"
  };

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path directory;

  private final Stage stage = new Stage(CLUSTER);
  private final Bindings bindings = new Bindings();

  /** So many pods may come by now. */
  private volatile int allowed = PODS_PER_SCHEDULER;

  @AfterEach
  void clear() throws IOException {
    stage.close();
  }

  @Test
  void podsKeepBeingBoundOnceThroughTakeOverUpgradeAndReturn() throws Exception {
    for (int i = 0; i < NODES; i++) {
      stage.create(
          node("node-" + i).allocatable("cpu", "" + PODS_PER_NODE).allocatable("pods", "110"));
    }
    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(List.of(WatchedKind.all(ObjectKind.POD)), bindings);
      ServerProcess kubeScheduler = CLUSTER.plane().startScheduler(LEASE);
      CompletableFuture<Void> arrivals =
          // Not by the common pool: the ends of processes are told there, too.
          CompletableFuture.runAsync(this::arrive, Thread::startVirtualThread);
      bindings.await(SHARE, () -> "kube-scheduler");

      try (var first = merapi("first");
          var second = merapi("second")) {
        awaitStandby(first);
        awaitStandby(second);
        allowed = 2 * PODS_PER_SCHEDULER;
        stop(kubeScheduler);
        // Both wait for it, and which of them is faster is for them to say.
        share(() -> first.log() + second.log());
        SchedulerProcess leader = leads(first) ? first : second;
        SchedulerProcess next = leads(first) ? second : first;
        assertThat(leads(next)).isFalse();

        allowed = 3 * PODS_PER_SCHEDULER;
        assertThat(leader.stop()).isZero();
        share(next::log);

        ServerProcess back = CLUSTER.plane().startScheduler(LEASE);
        allowed = PODS;
        assertThat(next.stop()).isZero();
        share(() -> "kube-scheduler");

        arrivals.get();
        bindings.await(PODS, () -> "kube-scheduler");
        stop(back);
      }
    }
    judge();
  }

  /** Pods come one by one, whoever leads, and while nobody does. */
  private void arrive() {
    try {
      for (int i = 0; i < PODS; ) {
        if (i < allowed) {
          stage.create(pod("pod-" + i).request("cpu", "1"));
          i++;
        }
        Eventually.pause(BETWEEN_ARRIVALS);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until more pods are bound, which only those who run now can have done. */
  private void share(Eventually.Look<String> log) throws IOException {
    bindings.await(bindings.nodes.size() + SHARE, log);
  }

  private SchedulerProcess merapi(String name) throws IOException {
    return SchedulerProcess.start(
        CLUSTER,
        directory.resolve(name),
        Stream.concat(Stream.of("--mode=kube"), Stream.of(LEASE)).toArray(String[]::new));
  }

  private static void awaitStandby(SchedulerProcess process) throws IOException {
    Eventually.find(
        "one that knows the cluster",
        () -> process.log().contains("the cluster is known") ? process : null,
        () -> List.of(process.log()));
    assertThat(leads(process)).as(process.log()).isFalse();
  }

  private static boolean leads(SchedulerProcess process) throws IOException {
    return process.log().contains("leading: lease kube-system/kube-scheduler");
  }

  /** Asks it to end, as a kubelet does. */
  private static void stop(ServerProcess server) throws IOException, InterruptedException {
    ProcessHandle program = server.program();
    program.destroy();
    program.onExit().join();
    server.close();
  }

  /** Nothing is lost, bound twice, or too much for its node, as the server's objects tell it. */
  private void judge() throws IOException {
    Map<String, ClusterObject> pods = CLUSTER.list(ObjectKind.POD);
    assertThat(pods).hasSize(PODS);
    var perNode = new HashMap<String, Integer>();
    pods.values().forEach(pod -> perNode.merge(((Pod) pod).nodeName(), 1, Integer::sum));
    assertThat(perNode)
        .hasSize(NODES)
        .allSatisfy((_, count) -> assertThat(count).isEqualTo(PODS_PER_NODE));
    assertThat(bindings.moved).isEmpty();
    assertThat(PodEvents.all(CLUSTER))
        .filteredOn(event -> event.reason().equals("Scheduled"))
        .extracting(PodEvent::pod)
        .doesNotHaveDuplicates();
  }
}
