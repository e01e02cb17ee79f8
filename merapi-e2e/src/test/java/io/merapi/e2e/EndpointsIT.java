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
import org.jspecify.annotations.Nullable;
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
  private final PageClient pages = new PageClient();

  @AfterEach
  void clear() throws IOException {
    pages.close();
    stage.close();
  }

  @Test
  void countsWhatItDoesAndIsReadyOnceTheClusterIsKnown() throws IOException {
    stage.create(node("node-0").allocatable("cpu", "8").allocatable("pods", "110"));
    int port = PageClient.freePort();
    try (var process = start("--secure-port=" + port, "--leader-elect=false")) {
      URI at = URI.create("https://127.0.0.1:" + port);
      assertThat(Eventually.find("ready", () -> pages.okay(at, "/readyz"))).isEqualTo("ok");
      assertThat(pages.get(at, "/readyz?verbose").body())
          .contains("[+]ping ok", "[+]sched-handler-sync ok", "readyz check passed");
      assertThat(pages.get(at, "/livez?verbose").body()).contains("[+]sched-loop ok");

      for (int i = 0; i < 3; i++) {
        stage.create(pod("pod-" + i).request("cpu", "1"));
      }
      stage.create(pod("large").request("cpu", "64"));

      String scheduled =
          "scheduler_schedule_attempts_total"
              + "{profile=\"default-scheduler\",result=\"scheduled\"} 3.0";
      Eventually.find("three pods", () -> shown(at, scheduled));
      Eventually.find(
          "one that waits", () -> shown(at, "scheduler_pending_pods{queue=\"unschedulable\"} 1.0"));
      assertThat(pages.get(at, "/metrics").body())
          .contains(
              "scheduler_cache_size{type=\"nodes\"} 1.0",
              "scheduler_unschedulable_pods{plugin=\"NodeResourcesFit\"",
              "scheduler_pod_scheduling_attempts_count 3",
              "scheduler_async_api_call_execution_total"
                  + "{call_type=\"pod_binding\",result=\"success\"} 3.0",
              "rest_client_requests_total{code=\"201\"",
              "process_cpu_seconds_total");
      assertThat(pages.get(at, "/configz").body())
          .startsWith("{\"componentconfig\":{\"kind\":\"KubeSchedulerConfiguration\"");
      assertThat(pages.get(at, "/statusz").body()).startsWith("kube-scheduler statusz\n");
      assertThat(pages.get(at, "/flagz").body()).contains("secure-port=" + port);
      assertThat(process.stop()).isZero();
    }
  }

  @Test
  void whoeverComesFromOutsideHasToBeKnown() throws IOException {
    int port = PageClient.freePort();
    try (var process =
        start("--secure-port=" + port, "--bind-address=0.0.0.0", "--leader-elect=false")) {
      URI at = URI.create("https://127.0.0.1:" + port);
      Eventually.find("ready", () -> pages.okay(at, "/readyz"));

      assertThat(pages.get(at, "/metrics", CLUSTER.plane().token()).statusCode()).isEqualTo(200);
      HttpResponse<String> stranger = pages.get(at, "/metrics", "not-a-token");
      assertThat(stranger.statusCode()).isEqualTo(401);
      assertThat(stranger.body()).contains("\"reason\":\"Unauthorized\"");
      assertThat(process.stop()).isZero();
    }
  }

  @Test
  void batchWorkHasItsOwnAddresses() throws IOException {
    int metrics = PageClient.freePort();
    int health = PageClient.freePort();
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
      Eventually.find("readiness", () -> pages.okay(healthz, "/readyz"));
      assertThat(pages.get(healthz, "/healthz").body()).isEqualTo("ok");
      assertThat(pages.get(healthz, "/metrics").statusCode()).isEqualTo(404);
      groups.nodes(2);
      groups.gang("train", 3, "default");

      Eventually.find(
          "bindings", () -> shown(at, "volcano_schedule_attempts_total{result=\"scheduled\"} 3.0"));
      assertThat(pages.get(at, "/metrics").body())
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

  private @Nullable String shown(URI at, String line) {
    String metrics = pages.okay(at, "/metrics");
    return metrics != null && metrics.contains(line) ? metrics : null;
  }
}
