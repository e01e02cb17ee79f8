package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.WatchedKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a watch tells is what the API server has. */
class WatchIT {

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private static final List<WatchedKind> PODS_AND_NODES =
      List.of(WatchedKind.livePods(), WatchedKind.all(ObjectKind.NODE));

  private final Mirror mirror = new Mirror();

  @AfterEach
  void removeEverything() throws IOException {
    for (ObjectKind kind : List.of(ObjectKind.POD, ObjectKind.NODE)) {
      for (var object : CLUSTER.list(kind).values()) {
        CLUSTER.delete(kind, object.name());
      }
    }
  }

  @Test
  void bringsWhatWasThereAndWhatChanges() throws IOException {
    for (int i = 0; i < 20; i++) {
      CLUSTER.createNode("early-" + i);
      CLUSTER.createPod("early-" + i);
    }

    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(PODS_AND_NODES, mirror);
      mirror.await("everything read once", () -> mirror.syncs() == 1);
      assertThat(mirror.pods()).hasSize(20);
      assertThat(mirror.nodes()).hasSize(20);

      for (int i = 0; i < 20; i++) {
        CLUSTER.createPod("late-" + i);
        CLUSTER.delete(ObjectKind.POD, "early-" + i);
      }
      CLUSTER.delete(ObjectKind.NODE, "early-7");

      mirror.await("19 nodes", () -> mirror.nodes().size() == 19);
      mirror.await("late pods only", () -> onlyLatePods());
    }
    assertThat(mirror.pods()).isEqualTo(CLUSTER.list(ObjectKind.POD));
    assertThat(mirror.nodes()).isEqualTo(CLUSTER.list(ObjectKind.NODE));
    assertThat(mirror.interruptions()).isEmpty();
    assertThat(mirror.syncs()).isEqualTo(1);
  }

  private boolean onlyLatePods() {
    return mirror.pods().size() == 20
        && mirror.pods().keySet().stream().allMatch(key -> key.startsWith("default/late-"));
  }

  @Test
  void losesNothingWhenConnectionsAreCut() throws IOException {
    try (var proxy = new CuttingProxy(CLUSTER.plane().address());
        var connection = ClusterConnection.open(CLUSTER.server(proxy.address()))) {
      connection.watch(PODS_AND_NODES, mirror);
      mirror.await("everything read once", () -> mirror.syncs() == 1);

      for (int i = 0; i < 60; i++) {
        CLUSTER.createPod("pod-" + i);
        if (i % 5 == 0) {
          proxy.cut();
        }
        if (i % 3 == 0) {
          CLUSTER.delete(ObjectKind.POD, "pod-" + i);
        }
      }

      var expected = CLUSTER.list(ObjectKind.POD);
      mirror.await("all pods", () -> mirror.pods().equals(expected));
      assertThat(expected).hasSize(40);
      assertThat(mirror.interruptions()).isNotEmpty();
    }
  }

  @Test
  void losesNothingWhenTheServerIsStartedAgain() throws IOException {
    CLUSTER.createPod("stays");
    CLUSTER.createPod("goes");
    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(PODS_AND_NODES, mirror);
      mirror.await("everything read once", () -> mirror.syncs() == 1);

      CLUSTER.plane().restartApiServer();
      CLUSTER.delete(ObjectKind.POD, "goes");
      CLUSTER.createPod("comes");

      var expected = CLUSTER.list(ObjectKind.POD);
      mirror.await("two pods", () -> mirror.pods().equals(expected));
      assertThat(expected).containsOnlyKeys("default/comes", "default/stays");
    }
  }
}
