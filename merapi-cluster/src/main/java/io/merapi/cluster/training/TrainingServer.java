package io.merapi.cluster.training;

import io.merapi.cluster.serve.EndpointException;
import io.merapi.cluster.serve.ServerTls;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.HttpEntities;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/**
 * As much of an API server as {@code merapi run} needs to bind some pods while the build makes the
 * cache of loaded classes. It has a few nodes, and pods for both layers; nothing that is written
 * changes them.
 */
public final class TrainingServer implements AutoCloseable {

  private static final int NODES = 20;
  private static final int PODS = 400;
  private static final String EMPTY_LIST =
      "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";

  private final ServerSocket server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch bound = new CountDownLatch(2 * PODS);
  private final Path kubeconfig;

  /** Serves at once. */
  public TrainingServer() throws IOException, EndpointException {
    server =
        ServerTls.selfSigned("localhost", "")
            .context()
            .getServerSocketFactory()
            .createServerSocket(0, 0, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
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
            .formatted(server.getLocalPort()));
  }

  /** By which it is found. */
  public Path kubeconfig() {
    return kubeconfig;
  }

  /** Waits until all pods are bound; whether that came in time. */
  public boolean awaitBindings(Duration atMost) throws InterruptedException {
    return bound.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      }
    } catch (IOException _) {
      // It has been closed.
    }
  }

  private void serve(Socket socket) {
    try (var connection = new DefaultBHttpServerConnection("https", Http1Config.DEFAULT)) {
      connection.bind(socket);
      for (ClassicHttpRequest request = connection.receiveRequestHeader();
          request != null;
          request = connection.receiveRequestHeader()) {
        connection.receiveRequestEntity(request);
        EntityUtils.consume(request.getEntity());
        ClassicHttpResponse response = answer(request.getMethod(), request.getRequestUri());
        connection.sendResponseHeader(response);
        connection.sendResponseEntity(response);
        connection.flush();
      }
    } catch (IOException | HttpException _) {
      // The other side has what it wanted.
    }
  }

  private ClassicHttpResponse answer(String method, String uri) {
    if (uri.contains("watch=true")) {
      var response = new BasicClassicHttpResponse(200);
      response.addHeader(HttpHeaders.TRANSFER_ENCODING, "chunked");
      String path = uri.substring(0, uri.indexOf('?'));
      String kinds = path.substring(path.lastIndexOf('/') + 1);
      response.setEntity(
          HttpEntities.create(out -> tellAll(out, kinds), ContentType.APPLICATION_JSON));
      return response;
    }
    if (uri.endsWith("/binding")) {
      bound.countDown();
    }
    boolean reads = method.equals("GET");
    HttpEntity body = HttpEntities.create(reads ? EMPTY_LIST : "{}", ContentType.APPLICATION_JSON);
    var response = new BasicClassicHttpResponse(reads ? 200 : 201);
    response.addHeader(HttpHeaders.CONTENT_LENGTH, body.getContentLength());
    response.setEntity(body);
    return response;
  }

  /** All objects of a kind, and then nothing until the end. */
  private static void tellAll(OutputStream out, String kinds) throws IOException {
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
    } catch (InterruptedException e) {
      throw new IOException("the training is over", e);
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
    out.write(
        "{\"type\": \"%s\", \"object\": %s}\n"
            .formatted(type, object)
            .getBytes(StandardCharsets.UTF_8));
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
    server.close();
    threads.shutdownNow();
    Files.deleteIfExists(kubeconfig);
  }
}
