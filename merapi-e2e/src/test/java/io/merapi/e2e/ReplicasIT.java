package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.e2e.FullHouse.Mode;
import io.merapi.e2e.PodEvents.PodEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of several replicas one schedules, and another takes over without anything being done twice. */
class ReplicasIT {

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path directory;

  private final Stage stage = new Stage(CLUSTER);
  private final Bindings bindings = new Bindings();
  private ClusterConnection connection;

  @BeforeAll
  static void define() throws IOException {
    CLUSTER.installDefinitions();
    CLUSTER.create(
        ObjectKind.NAMESPACE,
        """
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "volcano-system"}}
        """);
  }

  @BeforeEach
  void open() throws IOException {
    connection = ClusterConnection.open(CLUSTER.server());
    connection.watch(List.of(WatchedKind.all(ObjectKind.POD)), bindings);
  }

  private void nodes() throws IOException {
    for (int i = 0; i < 5; i++) {
      stage.create(node("node-" + i).allocatable("cpu", "100").allocatable("pods", "110"));
    }
  }

  @AfterEach
  void clear() throws IOException {
    connection.close();
    stage.close();
    stage.remove(List.of(ObjectKind.POD_GROUP));
  }

  private void pods(String prefix, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      stage.create(pod(prefix + i).request("cpu", "1"));
    }
  }

  private void nothingWasDoneTwice() throws IOException {
    assertThat(bindings.moved).isEmpty();
    assertThat(PodEvents.all(CLUSTER))
        .filteredOn(event -> event.reason().equals("Scheduled"))
        .extracting(PodEvent::pod)
        .doesNotHaveDuplicates();
  }

  @Test
  void anotherReplicaTakesOverFromOneThatIsKilled() throws IOException {
    nodes();
    try (var first = startLeader(CLUSTER.plane().kubeconfig(), Mode.KUBE);
        var second = start("second", Mode.KUBE)) {
      pods("early-", 20);
      bindings.await(20, first::log);
      first.kill();
      pods("late-", 20);

      bindings.await(40, second::log);
      assertThat(second.log()).contains("leading: lease kube-system/kube-scheduler");
    }
    nothingWasDoneTwice();
  }

  @ParameterizedTest
  @EnumSource
  void anotherReplicaTakesOverFromOneThatIsStoppedAtItsWork(Mode mode) throws IOException {
    FullHouse work = FullHouse.create(CLUSTER, stage, mode, 20);
    try (var first = startLeader(CLUSTER.plane().kubeconfig(), mode);
        var second = start("second", mode)) {
      bindings.await(5, first::log);
      assertThat(first.stop()).isZero();

      bindings.await(work.pods(), second::log);
    }
    work.judge(bindings);
  }

  @Test
  void aLeaderThatIsCutOffEndsByItself() throws IOException {
    nodes();
    try (var proxy = new CuttingProxy(CLUSTER.plane().address())) {
      Path config = directory.resolve("kubeconfig");
      Files.writeString(
          config,
          Files.readString(CLUSTER.plane().kubeconfig())
              .replace(CLUSTER.plane().address().toString(), proxy.address().toString()));
      try (var first = startLeader(config, Mode.KUBE);
          var second = start("second", Mode.KUBE)) {
        proxy.cutForGood();

        assertThat(first.awaitEnd()).as(first.log()).isEqualTo(1);
        assertThat(first.log()).contains("another replica may lead now, so this one ends");
        pods("pod-", 10);
        bindings.await(10, second::log);
      }
    }
    nothingWasDoneTwice();
  }

  private SchedulerProcess start(String name, Mode mode) throws IOException {
    return SchedulerProcess.start(CLUSTER, directory.resolve(name), options(mode));
  }

  /** Starts one and waits until it leads, so that another one that is started then does not. */
  private SchedulerProcess startLeader(Path kubeconfig, Mode mode) throws IOException {
    var process = SchedulerProcess.start(kubeconfig, directory.resolve("first"), options(mode));
    Eventually.find(
        "a leader",
        () -> process.log().contains("leading: ") ? process : null,
        () -> List.of(process.log()));
    return process;
  }

  /** Leases that are shorter than usual, and long enough for a busy machine. */
  private static String[] options(Mode mode) {
    return new String[] {
      "--mode=" + mode.name().toLowerCase(Locale.ROOT),
      "--leader-elect-lease-duration=10s",
      "--leader-elect-renew-deadline=8s",
      "--leader-elect-retry-period=500ms"
    };
  }
}
