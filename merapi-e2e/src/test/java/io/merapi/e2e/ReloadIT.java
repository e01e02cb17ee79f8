package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.e2e.FullHouse.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
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

/** A configuration file that changes while {@code merapi run} is at work. */
class ReloadIT {

  private static final int NODES = 30;

  private static final String SPREADING = kube("LeastAllocated");
  private static final String PACKING = kube("MostAllocated");

  /** It does not admit any gang. */
  private static final String IDLE = BatchStage.GANGS.replace("enqueue, allocate", "backfill");

  /** Its plugins read a kind besides that nobody followed before. */
  private static final String NUMA_AWARE = BatchStage.GANGS + "  - name: numa-aware\n";

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path directory;

  private final BatchStage groups = new BatchStage(CLUSTER);
  private final Stage stage = groups.stage();
  private Path file = Path.of("");

  @BeforeAll
  static void define() throws IOException {
    CLUSTER.installDefinitions();
    // Where Volcano is installed, and with it the Lease of its scheduler.
    CLUSTER.create(
        ObjectKind.NAMESPACE,
        """
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "volcano-system"}}
        """);
  }

  @BeforeEach
  void name() {
    file = directory.resolve("configuration");
  }

  @AfterEach
  void clear() throws IOException {
    groups.close();
    for (String namespace : List.of("kube-system", "volcano-system")) {
      CLUSTER.send(ApiRequest.delete(events(namespace), "{}"));
    }
  }

  private static String kube(String strategy) {
    return """
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    profiles:
    - schedulerName: merapi
      pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: %s
            resources: [{name: cpu, weight: 1}]
    - schedulerName: default-scheduler
    """
        .formatted(strategy);
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLostOrBoundTwiceWhenItChangesUnderLoad(Mode mode) throws IOException {
    boolean kube = mode == Mode.KUBE;
    write(kube ? SPREADING : BatchStage.GANGS);
    try (var connection = ClusterConnection.open(CLUSTER.server());
        var scheduler = start(mode)) {
      var bindings = new Bindings();
      connection.watch(List.of(WatchedKind.all(ObjectKind.POD)), bindings);
      // The pods come one by one meanwhile.
      var changing = new Thread(() -> swapSome(kube));
      changing.start();
      FullHouse work = FullHouse.create(CLUSTER, stage, mode, NODES);
      bindings.await(work.pods(), scheduler::log);
      join(changing);
      work.judge(bindings);
      assertThat(scheduler.log())
          .contains("configuration is in force now")
          .doesNotContain("refused");
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  private void swapSome(boolean kube) {
    try {
      for (int i = 0; i < 3; i++) {
        Eventually.pause(Duration.ofSeconds(1));
        write(i % 2 == 0 ? kube ? PACKING : NUMA_AWARE : kube ? SPREADING : BatchStage.GANGS);
        Eventually.pause(Duration.ofSeconds(4));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aGoodConfigurationIsPutInForceAndABadOneRefusedUntilItIsCorrected() throws IOException {
    write(SPREADING);
    stage.create(node("node-0").allocatable("cpu", "10").allocatable("pods", "110"));
    stage.create(node("node-1").allocatable("cpu", "10").allocatable("pods", "110"));
    try (var scheduler = start(Mode.KUBE)) {
      stage.create(pod("first").schedulerName("merapi").request("cpu", "1"));
      String first = stage.nodeOf("first");
      stage.create(pod("second").schedulerName("merapi").request("cpu", "1"));
      String second = stage.nodeOf("second");
      assertThat(second).isNotEqualTo(first);

      write(PACKING.replace("MostAllocated", "MostlyHarmless"));
      String refusal = event("kube-system", "ConfigurationRefused");
      assertThat(refusal)
          .contains("MostlyHarmless", "scoringStrategy.type", "\"kind\":\"Lease\"", "Warning");
      assertThat(scheduler.log()).contains("refused").contains("MostlyHarmless");
      stage.create(pod("third").schedulerName("merapi").request("cpu", "2"));
      String third = stage.nodeOf("third");
      stage.create(pod("fourth").schedulerName("merapi").request("cpu", "1"));
      assertThat(stage.nodeOf("fourth")).as("still spread").isNotEqualTo(third);

      write(PACKING);
      assertThat(event("kube-system", "ConfigurationReloaded")).contains("is in force now");
      stage.create(pod("fifth").schedulerName("merapi").request("cpu", "1"));
      assertThat(stage.nodeOf("fifth")).as("packed now").isEqualTo(third);
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  @Test
  void podsOfAProfileThatIsAddedAreTakenUp() throws IOException {
    write(SPREADING);
    stage.create(node("node-0").allocatable("cpu", "10").allocatable("pods", "110"));
    try (var scheduler = start(Mode.KUBE)) {
      stage.create(pod("stranger").schedulerName("newcomer").request("cpu", "1"));
      stage.create(pod("known").schedulerName("merapi").request("cpu", "1"));
      stage.nodeOf("known");
      assertThat(stage.pod("stranger").assigned()).isFalse();

      write(SPREADING.replace("default-scheduler", "newcomer"));
      assertThat(stage.nodeOf("stranger")).isEqualTo("node-0");
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  @Test
  void aGangThatWaitsIsAdmittedByTheNewActionsAndARefusedFileChangesNothing() throws IOException {
    write(IDLE);
    groups.nodes(2);
    try (var scheduler = start(Mode.BATCH)) {
      groups.gang("train", 3, "default");
      write("actions: \"enqueue, allocate\"\ntiers: [}");
      assertThat(event("volcano-system", "ConfigurationRefused")).contains("configuration:2:");
      assertThat(stage.pod("train-0").assigned()).isFalse();

      write(NUMA_AWARE);
      for (int i = 0; i < 3; i++) {
        assertThat(stage.nodeOf("train-" + i)).startsWith("node-");
      }
      assertThat(event("volcano-system", "ConfigurationReloaded")).contains("is in force now");
      assertThat(scheduler.stop()).as(scheduler.log()).isZero();
    }
  }

  private SchedulerProcess start(Mode mode) throws IOException {
    String name = mode.name().toLowerCase(Locale.ROOT);
    SchedulerProcess scheduler =
        SchedulerProcess.start(
            CLUSTER,
            directory.resolve("log"),
            "--mode",
            name,
            mode == Mode.KUBE ? "--config" : "--scheduler-conf",
            file.toString(),
            // Its lease would outlive it, and the next one would wait for that.
            "--leader-elect=false");
    Eventually.find(
        "a scheduler that has read its file",
        () -> scheduler.log().contains("the cluster is known") ? scheduler : null);
    return scheduler;
  }

  /** Writes the file as a whole, as those do who change it under a program that reads it. */
  private void write(String text) throws IOException {
    Path next = directory.resolve("next");
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String events(String namespace) {
    return "/api/v1/namespaces/%s/events".formatted(namespace);
  }

  /** The Events of a namespace as soon as one of a reason is among them. */
  private static String event(String namespace, String reason) throws IOException {
    return Eventually.find(
        "event " + reason,
        () -> {
          ApiAnswer answer = CLUSTER.send(ApiRequest.get(events(namespace)));
          return answer.succeeded() && answer.body().contains(reason) ? answer.body() : null;
        });
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
