package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.e2e.PodEvents.PodEvent;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scheduler that ends in the middle of its work leaves nothing that another one cannot do. */
class KilledSchedulerIT {

  private static final int NODES = 30;
  private static final int PODS_PER_NODE = 10;
  private static final int PODS = NODES * PODS_PER_NODE;
  private static final int GANG = 5;
  private static final int KILLS = 20;

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path directory;

  private final Stage stage = new Stage(CLUSTER);

  @BeforeAll
  static void define() throws IOException {
    Definitions.install(CLUSTER);
  }

  @AfterEach
  void clear() throws IOException {
    stage.close();
    stage.remove(List.of(ObjectKind.POD_GROUP));
  }

  /** Whose work is done, and how the pods come. */
  enum Mode {
    KUBE,
    BATCH
  }

  /**
   * The pods fill the nodes to the last place. One that were counted twice, or not at all, by the
   * scheduler that comes after would leave a node too full, or another pod without a place.
   */
  @ParameterizedTest
  @EnumSource
  void whatAKilledSchedulerLeavesIsDoneByTheNext(Mode mode) throws IOException {
    createWork(mode);
    Set<String> uids =
        CLUSTER.list(ObjectKind.POD).values().stream()
            .map(pod -> pod.meta().uid())
            .collect(Collectors.toSet());

    var bindings = new Bindings();
    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(List.of(WatchedKind.all(ObjectKind.POD)), bindings);
      var moments = new Random(7);
      for (int i = 0; i < KILLS; i++) {
        // At least a few more are bound each time; how far it is with the next ones is chance.
        int bound = i * (PODS / (KILLS + 4)) + 1;
        killWhenBound(bindings, bound, Duration.ofMillis(moments.nextInt(30)), mode);
      }
      try (var last = start("last", mode)) {
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

  private SchedulerProcess start(String name, Mode mode) throws IOException {
    return SchedulerProcess.start(
        CLUSTER,
        directory.resolve(name),
        "--mode",
        mode.name().toLowerCase(Locale.ROOT),
        // Its lease would outlive it, and the next one would wait for that.
        "--leader-elect=false");
  }

  private void createWork(Mode mode) throws IOException {
    for (int i = 0; i < NODES; i++) {
      stage.create(
          node("node-" + i).allocatable("cpu", "" + PODS_PER_NODE).allocatable("pods", "110"));
    }
    for (int i = 0; i < PODS; i++) {
      PodBuilder pod = pod("pod-" + i).request("cpu", "1");
      if (mode == Mode.BATCH) {
        if (i % GANG == 0) {
          stage.create(podGroup("gang-" + i / GANG).minMember(GANG).queue("default").build());
        }
        pod.schedulerName("volcano").annotation(VolcanoKeys.GROUP_NAME, "gang-" + i / GANG);
      }
      stage.create(pod);
    }
  }

  private void killWhenBound(Bindings bindings, int pods, Duration later, Mode mode)
      throws IOException {
    try (var scheduler = start("at-" + pods, mode)) {
      bindings.await(pods, scheduler);
      Eventually.pause(later);
      scheduler.kill();
    }
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
}
