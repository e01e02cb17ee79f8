package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.bench.controlplane.ControlPlane;
import io.merapi.bench.controlplane.Definitions;
import io.merapi.bench.controlplane.Programs;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiPaths;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.Credentials;
import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.objects.ObjectReader;
import io.merapi.config.objects.ObjectSink;
import io.merapi.config.source.Location;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A control plane for the tests of one class. */
final class RealCluster implements BeforeAllCallback, AfterAllCallback {

  private final String[] apiServerOptions;
  private @Nullable Path directory;
  private @Nullable ControlPlane plane;
  private @Nullable ApiClient client;

  RealCluster(String... apiServerOptions) {
    this.apiServerOptions = apiServerOptions;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    requirePrograms();
    directory = Files.createTempDirectory("merapi-e2e");
    plane = ControlPlane.start(Programs.built(), directory, apiServerOptions);
    client = new ApiClient(server());
  }

  /** Skips a test where a control plane cannot be built; where that must not be, it fails. */
  static void requirePrograms() {
    Programs.missing()
        .ifPresent(install -> {
          if (System.getenv("CI") == null) {
            abort(install);
          } else {
            fail(install);
          }
        });
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (client != null) {
      client.close();
    }
    if (plane != null) {
      plane.close();
    }
    if (directory != null) {
      try (var files = Files.walk(directory)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  ControlPlane plane() {
    return Objects.requireNonNull(plane, "not started");
  }

  ApiServer server() {
    return server(plane().address());
  }

  /** The same server, reached another way. */
  ApiServer server(URI address) {
    return ApiServer.secured(address, plane().tls(), Credentials.fixed(plane().token()));
  }

  ApiAnswer send(ApiRequest request) throws IOException {
    return Objects.requireNonNull(client, "not started").send(request);
  }

  /** Brings the definitions of batch objects. */
  void installDefinitions() throws IOException {
    try {
      Definitions.install(Objects.requireNonNull(client, "not started"));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes an object and expects that to go well. */
  void create(ObjectKind kind, String manifest) throws IOException {
    ApiAnswer answer = send(ApiRequest.post(ApiPaths.collection(kind, "default"), manifest));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
  }

  void createNode(String name) throws IOException {
    create(
        ObjectKind.NODE,
        """
        {"apiVersion": "v1", "kind": "Node",
         "metadata": {"name": "%s", "labels": {"kubernetes.io/hostname": "%s"}},
         "status": {"allocatable": {"cpu": "8", "memory": "16Gi", "pods": "110"},
                    "capacity": {"cpu": "8", "memory": "16Gi", "pods": "110"}}}
        """
            .formatted(name, name));
  }

  void createPod(String name) throws IOException {
    create(
        ObjectKind.POD,
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s", "labels": {"app": "web"}},
         "spec": {"schedulerName": "merapi", "containers": [
           {"name": "main", "image": "busybox",
            "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}}}]}}
        """
            .formatted(name));
  }

  void delete(ObjectKind kind, String name) throws IOException {
    String options =
        "{\"apiVersion\": \"v1\", \"kind\": \"DeleteOptions\", \"gracePeriodSeconds\": 0}";
    ApiAnswer answer =
        send(ApiRequest.delete(ApiPaths.collection(kind, "default") + "/" + name, options));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
  }

  /** One object as the server has it. */
  <T extends ClusterObject> T get(Class<T> type, ObjectKind kind, String name) throws IOException {
    ApiAnswer answer = send(ApiRequest.get(ApiPaths.collection(kind, "default") + "/" + name));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
    var tokens = new JsonTokens("answer", answer.body());
    tokens.next();
    return type.cast(new ObjectReader().read(kind, tokens));
  }

  /** All objects of a kind as the server lists them, by key. */
  Map<String, ClusterObject> list(ObjectKind kind) throws IOException {
    ApiAnswer answer = send(ApiRequest.get(ApiPaths.all(kind)));
    assertThat(answer.succeeded()).as(answer.body()).isTrue();
    var listed = new TreeMap<String, ClusterObject>();
    var tokens = new JsonTokens("answer", answer.body());
    tokens.next();
    new ObjectReader()
        .read(
            tokens,
            new ObjectSink() {
              @Override
              public void object(ClusterObject object, Location where) {
                listed.put(object.key(), object);
              }

              @Override
              public void skipped(String group, String kindName) {
                fail("skipped " + kindName);
              }

              @Override
              public void malformed(MalformedObjectException complaint) {
                fail(complaint);
              }
            });
    return listed;
  }
}
