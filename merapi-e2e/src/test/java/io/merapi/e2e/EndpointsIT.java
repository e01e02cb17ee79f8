package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What {@code merapi run} says of itself while it works on a real cluster. */
class EndpointsIT {

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private Path directory;

  @BeforeAll
  static void define() throws IOException {
    CLUSTER.installDefinitions();
  }

  private final Stage stage = new Stage(CLUSTER);
  private final EndpointClient client = new EndpointClient();

  @AfterEach
  void clear() throws IOException {
    client.close();
    stage.close();
  }

  @Test
  void countsWhatItDoesAndIsReadyOnceTheClusterIsKnown() throws IOException {
    stage.create(node("node-0").allocatable("cpu", "8").allocatable("pods", "110"));
    int port = EndpointClient.freePort();
    try (var process = start("--secure-port=" + port, "--leader-elect=false")) {
      URI at = URI.create("https://127.0.0.1:" + port);
      assertThat(Eventually.find("ready", () -> client.okay(at, "/readyz"))).isEqualTo("ok");
      assertThat(client.get(at, "/readyz?verbose").body())
          .contains("[+]ping ok", "[+]sched-handler-sync ok", "readyz check passed");
      assertThat(client.get(at, "/livez?verbose").body()).contains("[+]sched-loop ok");

      for (int i = 0; i < 3; i++) {
        stage.create(pod("pod-" + i).request("cpu", "1"));
      }
      stage.create(pod("large").request("cpu", "64"));

      String scheduled =
          "scheduler_schedule_attempts_total"
              + "{profile=\"default-scheduler\",result=\"scheduled\"} 3.0";
      Eventually.find("three pods", () -> client.shown(at, scheduled));
      Eventually.find(
          "one that waits",
          () -> client.shown(at, "scheduler_pending_pods{queue=\"unschedulable\"} 1.0"));
      assertThat(client.get(at, "/metrics").body())
          .contains(
              "scheduler_cache_size{type=\"nodes\"} 1.0",
              "scheduler_unschedulable_pods{plugin=\"NodeResourcesFit\"",
              "scheduler_pod_scheduling_attempts_count 3",
              "scheduler_async_api_call_execution_total"
                  + "{call_type=\"pod_binding\",result=\"success\"} 3.0",
              "rest_client_requests_total{code=\"201\"",
              "process_cpu_seconds_total");
      assertThat(client.get(at, "/configz").body())
          .startsWith("{\"componentconfig\":{\"kind\":\"KubeSchedulerConfiguration\"");
      assertThat(client.get(at, "/statusz").body()).startsWith("kube-scheduler statusz\n");
      assertThat(client.get(at, "/flagz").body()).contains("secure-port=" + port);
      assertThat(process.stop()).isZero();
    }
  }

  @Test
  void itsBooksCanBeCheckedAtAnyTime() throws IOException {
    stage.create(node("node-0").allocatable("cpu", "8").allocatable("pods", "110"));
    int port = EndpointClient.freePort();
    try (var process = start("--secure-port=" + port, "--leader-elect=false")) {
      URI at = URI.create("https://127.0.0.1:" + port);
      Eventually.find("ready", () -> client.okay(at, "/readyz"));
      stage.create(pod("small").request("cpu", "1"));
      stage.create(pod("large").request("cpu", "64"));
      stage.nodeOf("small");

      assertThat(client.get(at, "/debug/invariants").body()).isEqualTo("{\"violations\":[]}");
      assertThat(process.stop()).isZero();
    }
  }

  @Test
  void aSignalHasItWriteWhatItKnowsWhichExplainReads() throws IOException {
    stage.create(node("node-0").allocatable("cpu", "8").allocatable("pods", "110"));
    int port = EndpointClient.freePort();
    try (var process =
        start("--secure-port=" + port, "--leader-elect=false", "--cache-dump-dir=" + directory)) {
      URI at = URI.create("https://127.0.0.1:" + port);
      Eventually.find("ready", () -> client.okay(at, "/readyz"));
      stage.create(pod("small").request("cpu", "1"));
      stage.create(pod("large").request("cpu", "64"));
      stage.nodeOf("small");
      Eventually.find(
          "one that waits",
          () -> client.shown(at, "scheduler_pending_pods{queue=\"unschedulable\"} 1.0"));

      process.signal("USR1");
      Eventually.find(
          "a line", () -> process.log().contains("wrote what is known") ? "written" : null);

      Path snapshot = snapshot();
      assertThat(snapshot.getFileName().toString()).startsWith("snapshot-").endsWith(".json");
      assertThat(SchedulerProcess.command("explain", snapshot.toString(), "default/large"))
          .contains("Insufficient cpu", "node-0");
      assertThat(process.stop()).isZero();
    }
  }

  private Path snapshot() throws IOException {
    try (var files = Files.newDirectoryStream(directory, "*.json")) {
      return files.iterator().next();
    }
  }

  @Test
  void whoeverComesFromOutsideHasToBeKnown() throws IOException {
    int port = EndpointClient.freePort();
    try (var process =
        start("--secure-port=" + port, "--bind-address=0.0.0.0", "--leader-elect=false")) {
      URI at = URI.create("https://127.0.0.1:" + port);
      Eventually.find("ready", () -> client.okay(at, "/readyz"));

      assertThat(client.get(at, "/metrics", CLUSTER.plane().token()).statusCode()).isEqualTo(200);
      HttpResponse<String> stranger = client.get(at, "/metrics", "not-a-token");
      assertThat(stranger.statusCode()).isEqualTo(401);
      assertThat(stranger.body()).contains("\"reason\":\"Unauthorized\"");
      assertThat(process.stop()).isZero();
    }
  }

  @Test
  void batchWorkHasItsOwnAddresses() throws IOException {
    int metrics = EndpointClient.freePort();
    int health = EndpointClient.freePort();
    var groups = new BatchStage(CLUSTER);
    try (var process =
        start(
            "--mode=batch",
            "--leader-elect=false",
            "--enable-metrics",
            "--listen-address=127.0.0.1:" + metrics,
            "--enable-healthz",
            "--healthz-address=127.0.0.1:" + health)) {
      URI at = URI.create("http://127.0.0.1:" + metrics);
      URI healthz = URI.create("http://127.0.0.1:" + health);
      Eventually.find("readiness", () -> client.okay(healthz, "/readyz"));
      assertThat(client.get(healthz, "/healthz").body()).isEqualTo("ok");
      assertThat(client.get(healthz, "/metrics").statusCode()).isEqualTo(404);
      groups.nodes(2);
      groups.gang("train", 3, "default");

      Eventually.find(
          "bindings",
          () -> client.shown(at, "volcano_schedule_attempts_total{result=\"scheduled\"} 3.0"));
      assertThat(client.get(at, "/metrics").body())
          .contains(
              "volcano_e2e_scheduling_latency_milliseconds_bucket{le=\"1\"}",
              "volcano_action_scheduling_latency_milliseconds_count{action=\"allocate\"}",
              "volcano_queue_allocated_milli_cpu{queue_name=\"default\"}",
              "volcano_e2e_job_scheduling_start_time"
                  + "{job_name=\"train\",job_namespace=\"default\",queue=\"default\"}",
              "volcano_total_preemption_attempts 0.0");
      assertThat(process.stop()).isZero();
    } finally {
      groups.close();
    }
  }

  @Test
  void aPortThatIsTakenEndsItWithOneLine() throws IOException {
    try (var taken = new ServerSocket(0);
        var process = start("--secure-port=" + taken.getLocalPort(), "--bind-address=0.0.0.0")) {
      assertThat(process.awaitEnd()).isEqualTo(2);
      assertThat(process.log()).contains("cannot listen at 0.0.0.0:" + taken.getLocalPort());
    }
  }

  private SchedulerProcess start(String... options) throws IOException {
    return SchedulerProcess.start(
        CLUSTER, Files.createTempFile(directory, "merapi", ".log"), options);
  }
}
