package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.e2e.PodEvents.PodEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler that ends in the middle of its work leaves nothing that another one cannot do. */
class KilledSchedulerIT {

  private static final int NODES = 30;
  private static final int PODS_PER_NODE = 10;
  private static final int PODS = NODES * PODS_PER_NODE;

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path directory;

  private final Stage stage = new Stage(CLUSTER);

  @AfterEach
  void clear() throws IOException {
    stage.close();
  }

  /**
   * The pods fill the nodes to the last place. One that were counted twice, or not at all, by the
   * scheduler that comes after would leave a node too full, or another pod without a place.
   */
  @Test
  void whatAKilledSchedulerLeavesIsDoneByTheNext() throws IOException {
    createWork();
    Set<String> uids =
        CLUSTER.list(ObjectKind.POD).values().stream()
            .map(pod -> pod.meta().uid())
            .collect(Collectors.toSet());

    var bindings = new Bindings();
    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(List.of(WatchedKind.all(ObjectKind.POD)), bindings);
      killWhenBound(bindings, 50, "first");
      killWhenBound(bindings, 150, "second");
      try (var last = SchedulerProcess.start(CLUSTER, directory.resolve("last"))) {
        bindings.await(PODS, last);
        assertThat(last.stop()).isZero();
        assertThat(last.log()).doesNotContain("warning").doesNotContain("SLF4J");
      }
    }

    Map<String, ClusterObject> pods = CLUSTER.list(ObjectKind.POD);
    assertThat(pods.values()).extracting(pod -> pod.meta().uid()).hasSameElementsAs(uids);
    var perNode = new HashMap<String, Integer>();
    pods.values().forEach(pod -> perNode.merge(((Pod) pod).nodeName(), 1, Integer::sum));
    assertThat(perNode)
        .hasSize(NODES)
        .allSatisfy((_, count) -> assertThat(count).isEqualTo(PODS_PER_NODE));
    assertThat(bindings.nodes).hasSize(PODS);
    assertThat(bindings.moved).isEmpty();
    assertThat(PodEvents.all(CLUSTER))
        .filteredOn(event -> event.reason().equals("Scheduled"))
        .extracting(PodEvent::pod)
        .doesNotHaveDuplicates();
  }

  private void createWork() throws IOException {
    for (int i = 0; i < NODES; i++) {
      stage.create(
          node("node-" + i).allocatable("cpu", "" + PODS_PER_NODE).allocatable("pods", "110"));
    }
    for (int i = 0; i < PODS; i++) {
      stage.create(pod("pod-" + i).request("cpu", "1"));
    }
  }

  private void killWhenBound(Bindings bindings, int pods, String name) throws IOException {
    try (var scheduler = SchedulerProcess.start(CLUSTER, directory.resolve(name))) {
      bindings.await(pods, scheduler);
      scheduler.kill();
    }
    assertThat(bindings.nodes).as("pods bound when it was killed").hasSizeLessThan(PODS);
  }

  @Test
  void aSchedulerThatIsToldToStopDoesSo() throws IOException {
    stage.create(node("node-1").allocatable("cpu", "4").allocatable("pods", "110"));
    stage.create(pod("first").request("cpu", "1"));
    try (var scheduler = SchedulerProcess.start(CLUSTER, directory.resolve("log"))) {
      assertThat(stage.nodeOf("first")).isEqualTo("node-1");
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  /** Where each pod was bound, by uid, as a watch tells it. */
  private static final class Bindings implements ClusterListener {

    private final Map<String, String> nodes = new ConcurrentHashMap<>();
    private final Set<String> moved = ConcurrentHashMap.newKeySet();

    @Override
    public synchronized void changed(List<ObjectEvent> events) {
      for (ObjectEvent event : events) {
        if (event.object() instanceof Pod pod && pod.assigned()) {
          String before = nodes.put(pod.meta().uid(), pod.nodeName());
          if (before != null && !before.equals(pod.nodeName())) {
            moved.add(pod.key());
          }
        }
      }
      notifyAll();
    }

    @Override
    public void synced() {
      // Of no interest here.
    }

    @Override
    public void setAside(UnreadableObject object) {
      throw new IllegalStateException("cannot be read: " + object);
    }

    @Override
    public void interrupted(ObjectKind kind, String reason) {
      // It goes on by itself.
    }

    synchronized void await(int pods, SchedulerProcess scheduler) throws IOException {
      long deadline = System.nanoTime() + 120_000_000_000L;
      while (nodes.size() < pods) {
        assertThat(System.nanoTime())
            .as(
                "%d of %d pods are bound; the scheduler said:%n%s",
                nodes.size(), pods, scheduler.log())
            .isLessThan(deadline);
        try {
          wait(1000);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }
}
