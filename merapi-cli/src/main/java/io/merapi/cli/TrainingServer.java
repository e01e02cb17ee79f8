package io.merapi.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsServer;
import io.merapi.cluster.serve.EndpointException;
import io.merapi.cluster.serve.ServerTls;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * As much of an API server as {@code merapi run} needs to bind some pods while the build makes the
 * cache of loaded classes. It has a few nodes, and pods for both layers; nothing that is written
 * changes them.
 */
final class TrainingServer implements AutoCloseable {

  private static final int NODES = 20;
  private static final int PODS = 400;
  private static final String EMPTY_LIST =
      "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";

  private final HttpsServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch bound = new CountDownLatch(2 * PODS);
  private final Path kubeconfig;

  TrainingServer() throws IOException, EndpointException {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(ServerTls.selfSigned("localhost", "").configurator());
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    kubeconfig = Files.createTempFile("training", ".kubeconfig");
    Files.writeString(
        kubeconfig,
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: t, cluster: {server: "https://127.0.0.1:%d", insecure-skip-tls-verify: true}}]
        users: [{name: t, user: {token: t}}]
        contexts: [{name: t, context: {cluster: t, user: t}}]
        current-context: t
        """
            .formatted(server.getAddress().getPort()));
  }

  Path kubeconfig() {
    return kubeconfig;
  }

  /** Waits until all pods are bound; whether that came in time. */
  boolean awaitBindings(Duration atMost) throws InterruptedException {
    return bound.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (query.contains("watch=true")) {
      watch(exchange, path.substring(path.lastIndexOf('/') + 1));
      return;
    }
    if (path.endsWith("/binding")) {
      bound.countDown();
    }
    boolean reads = exchange.getRequestMethod().equals("GET");
    byte[] body = (reads ? EMPTY_LIST : "{}").getBytes(UTF_8);
    exchange.sendResponseHeaders(reads ? 200 : 201, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** All objects of a kind, and then nothing until the end. */
  private void watch(HttpExchange exchange, String kinds) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    switch (kinds) {
      case "nodes" -> tell(out, NODES, TrainingServer::node);
      case "queues" -> tell(out, 1, TrainingServer::queue);
      case "podgroups" -> tell(out, 1, TrainingServer::group);
      case "pods" -> {
        tell(out, PODS, number -> pod("single-" + number, "default-scheduler"));
        tell(out, PODS, number -> pod("member-" + number, "volcano"));
      }
      default -> {}
    }
    write(
        out,
        "BOOKMARK",
        """
        {"metadata": {"resourceVersion": "1",
         "annotations": {"k8s.io/initial-events-end": "true"}}}\
        """);
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      exchange.close();
    }
  }

  private interface Manifest {
    String of(int number);
  }

  private static void tell(OutputStream out, int count, Manifest manifest) throws IOException {
    for (int i = 0; i < count; i++) {
      write(out, "ADDED", manifest.of(i));
    }
  }

  private static void write(OutputStream out, String type, String object) throws IOException {
    out.write("{\"type\": \"%s\", \"object\": %s}\n".formatted(type, object).getBytes(UTF_8));
    out.flush();
  }

  private static String node(int number) {
    return """
    {"metadata": {"name": "node-%1$d", "uid": "n%1$d", "resourceVersion": "1",
      "labels": {"kubernetes.io/hostname": "node-%1$d", "topology.kubernetes.io/zone": "z%2$d"}},
     "status": {"allocatable": {"cpu": "32", "memory": "128Gi", "pods": "110"},
                "conditions": [{"type": "Ready", "status": "True"}]}}\
    """
        .formatted(number, number % 3);
  }

  private static String queue(int number) {
    return """
    {"metadata": {"name": "default", "uid": "q%d", "resourceVersion": "1"},
     "spec": {"weight": 1}, "status": {"state": "Open"}}\
    """
        .formatted(number);
  }

  private static String group(int number) {
    return """
    {"metadata": {"name": "group", "namespace": "default", "uid": "g%d", "resourceVersion": "1"},
     "spec": {"minMember": %d, "queue": "default"}}\
    """
        .formatted(number, PODS);
  }

  private static String pod(String name, String scheduler) {
    return """
    {"metadata": {"name": "%1$s", "namespace": "default", "uid": "%1$s", "resourceVersion": "1",
      "creationTimestamp": "2026-01-01T00:00:00Z", "labels": {"app": "training"},
      "annotations": {"scheduling.k8s.io/group-name": "group"}},
     "spec": {"schedulerName": "%2$s", "containers": [{"name": "main", "image": "busybox",
       "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}}}],
       "tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists",
         "effect": "NoExecute", "tolerationSeconds": 300}]},
     "status": {"phase": "Pending", "qosClass": "Burstable"}}\
    """
        .formatted(name, scheduler);
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    server.stop(0);
    Files.deleteIfExists(kubeconfig);
  }
}
