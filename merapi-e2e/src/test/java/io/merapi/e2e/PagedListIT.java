package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.WatchedKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An API server that cannot list by watching, as older ones cannot. */
class PagedListIT {

  @RegisterExtension
  static final RealCluster CLUSTER = new RealCluster("--feature-gates=WatchList=false");

  @Test
  void isFollowedAllTheSame() throws IOException {
    var mirror = new Mirror();
    CLUSTER.createPod("first");
    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(
          List.of(WatchedKind.livePods(), WatchedKind.all(ObjectKind.POD_GROUP)), mirror);
      mirror.await("everything read once", () -> mirror.syncs() == 1);
      assertThat(mirror.pods()).containsOnlyKeys("default/first");
      CLUSTER.createPod("second");
      mirror.await("the second pod", () -> mirror.pods().size() == 2);
    }
    assertThat(mirror.pods()).isEqualTo(CLUSTER.list(ObjectKind.POD));
    assertThat(mirror.interruptions()).isEmpty();
  }
}
