package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.e2e.FullHouse.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
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
  private static final int KILLS = 20;

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path directory;

  private final Stage stage = new Stage(CLUSTER);

  @BeforeAll
  static void define() throws IOException {
    CLUSTER.installDefinitions();
  }

  @AfterEach
  void clear() throws IOException {
    stage.close();
    stage.remove(List.of(ObjectKind.POD_GROUP));
  }

  @ParameterizedTest
  @EnumSource
  void whatAKilledSchedulerLeavesIsDoneByTheNext(Mode mode) throws IOException {
    FullHouse work = FullHouse.create(CLUSTER, stage, mode, NODES);
    var bindings = new Bindings();
    try (var connection = ClusterConnection.open(CLUSTER.server())) {
      connection.watch(List.of(WatchedKind.all(ObjectKind.POD)), bindings);
      var moments = new Random(7);
      for (int i = 0; i < KILLS; i++) {
        // At least a few more are bound each time; how far it is with the next ones is chance.
        int bound = i * (work.pods() / (KILLS + 4)) + 1;
        killWhenBound(bindings, bound, Duration.ofMillis(moments.nextInt(30)), mode);
      }
      try (var last = start("last", mode)) {
        bindings.await(work.pods(), last::log);
        assertThat(last.stop()).isZero();
        assertThat(last.log()).doesNotContain("warning").doesNotContain("SLF4J");
      }
    }
    work.judge(bindings);
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

  private void killWhenBound(Bindings bindings, int pods, Duration later, Mode mode)
      throws IOException {
    try (var scheduler = start("at-" + pods, mode)) {
      bindings.await(pods, scheduler::log);
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
