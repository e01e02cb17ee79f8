package io.merapi.bench.endtoend;

import io.merapi.api.batch.VolcanoKeys;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A control plane with nodes that are plain objects, and pods that come and go. */
final class TestCluster implements AutoCloseable {

  /** How many pods start together where pods are grouped. */
  static final int GROUP = 100;

  private static final String NAMESPACE = "default";
  private static final int AT_ONCE = 32;

  /** Nothing but its work holds the server up, and pods go as fast as they come. */
  private static final String[] SERVER_OPTIONS = {
    "--enable-priority-and-fairness=false",
    "--max-requests-inflight=0",
    "--max-mutating-requests-inflight=0",
    "--delete-collection-workers=32"
  };

  /** What is said of a group whose pods have their nodes. */
  private static final String RUNNING =
      """
      "status": {"phase": "Running", "conditions": [
        {"type": "Scheduled", "status": "True", "reason": "tasks in gang are ready to be scheduled",
         "transitionID": "session-1-1", "lastTransitionTime": "2030-01-31T12:00:00Z"}]},
      """;

  private final Path directory;
  private final ControlPlane plane;
  private final ApiClient client;

  private TestCluster(Path directory, ControlPlane plane) {
    this.directory = directory;
    this.plane = plane;
    this.client =
        new ApiClient(
            ApiServer.secured(plane.address(), plane.tls(), Credentials.fixed(plane.token())));
  }

  /** Starts the control plane and makes nodes. */
  static TestCluster start(int nodes) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("merapi-bench");
    var plane = ControlPlane.start(Programs.built(), directory, SERVER_OPTIONS);
    var cluster = new TestCluster(directory, plane);
    try {
      Definitions.install(cluster.client);
      cluster.create(ObjectKind.NODE, nodes, TestCluster::node);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  static String nodeName(int number) {
    return "node-" + number;
  }

  ControlPlane plane() {
    return plane;
  }

  Path directory() {
    return directory;
  }

  /** Watches pods that are bound. */
  BoundPods boundPods(String scheduler) throws InterruptedException {
    return BoundPods.of(client, scheduler);
  }

  /** Makes the groups for as many pods, which start together, as batch schedulers expect. */
  void createGroups(int round, int count) throws IOException, InterruptedException {
    create(
        ObjectKind.POD_GROUP,
        (count + GROUP - 1) / GROUP,
        group -> group(groupName(round, group), Math.min(GROUP, count - group * GROUP), ""));
  }

  /**
   * Makes pods, all of one kind.
   *
   * @param round whose pods they are
   * @param grouped whether they are in groups, which have to be there
   */
  void createPods(int round, int count, String scheduler, boolean grouped)
      throws IOException, InterruptedException {
    create(
        ObjectKind.POD,
        count,
        pod ->
            pod(
                podPrefix(round) + pod,
                scheduler,
                grouped ? groupName(round, pod / GROUP) : "",
                ""));
  }

  /**
   * Makes pods that are on nodes already, evenly, in groups that are as even and have the status
   * that a scheduler has left them with.
   */
  void createRunning(int count, int groups, int nodes) throws IOException, InterruptedException {
    int members = Math.max(1, count / groups);
    create(ObjectKind.POD_GROUP, groups, group -> group(runningGroup(group), members, RUNNING));
    create(
        ObjectKind.POD,
        count,
        pod ->
            pod(
                "running-" + pod,
                Contestant.BATCH,
                runningGroup(pod % groups),
                "\"nodeName\": \"%s\", ".formatted(nodeName(pod % nodes))));
  }

  private static String runningGroup(int number) {
    return "running-group-" + number;
  }

  /** How the keys of the pods of a round, and of no others, begin. */
  static String keyPrefix(int round) {
    return NAMESPACE + "/" + podPrefix(round);
  }

  private static String podPrefix(int round) {
    return "pod-%d-".formatted(round);
  }

  private static String groupName(int round, int group) {
    return "group-%d-%d".formatted(round, group);
  }

  /** Takes all pods away, and their groups, and waits until they are gone. */
  void deletePods() throws IOException, InterruptedException {
    String options =
        "{\"apiVersion\": \"v1\", \"kind\": \"DeleteOptions\", \"gracePeriodSeconds\": 0}";
    for (ObjectKind kind : List.of(ObjectKind.POD, ObjectKind.POD_GROUP)) {
      String path = ApiPaths.collection(kind, NAMESPACE);
      do {
        sent(ApiRequest.delete(path, options));
      } while (!sent(ApiRequest.get(path + "?limit=1")).body().contains("\"items\":[]"));
    }
  }

  private void create(ObjectKind kind, int count, IntFunction<String> manifest)
      throws IOException, InterruptedException {
    String path = ApiPaths.collection(kind, NAMESPACE);
    var free = new Semaphore(AT_ONCE);
    var created = new ArrayList<Future<?>>(count);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        String body = manifest.apply(i);
        free.acquire();
        created.add(
            threads.submit(() -> {
              try {
                return sent(ApiRequest.post(path, body));
              } finally {
                free.release();
              }
            }));
      }
      for (Future<?> one : created) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("%s cannot be made: %s".formatted(kind.kindName(), e.getCause()), e);
    }
  }

  private ApiAnswer sent(ApiRequest request) throws IOException {
    ApiAnswer answer = client.send(request);
    if (!answer.succeeded()) {
      throw new IOException(answer.status().message());
    }
    return answer;
  }

  private static String node(int number) {
    return """
    {"apiVersion": "v1", "kind": "Node",
     "metadata": {"name": "%1$s", "labels": {
       "kubernetes.io/hostname": "%1$s", "topology.kubernetes.io/zone": "zone-%2$d"}},
     "status": {"allocatable": {"cpu": "32", "memory": "128Gi", "pods": "110"},
                "capacity": {"cpu": "32", "memory": "128Gi", "pods": "110"}}}
    """
        .formatted(nodeName(number), number % 3);
  }

  private static String group(String name, int members, String more) {
    return """
    {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup",
     "metadata": {"name": "%s"}, %s"spec": {"minMember": %d}}
    """
        .formatted(name, more, members);
  }

  private static String pod(String name, String scheduler, String group, String more) {
    String annotations =
        group.isEmpty() ? "" : "\"%s\": \"%s\"".formatted(VolcanoKeys.GROUP_NAME, group);
    return """
    {"apiVersion": "v1", "kind": "Pod",
     "metadata": {"name": "%s", "labels": {"app": "bench"}, "annotations": {%s}},
     "spec": {%s"schedulerName": "%s", "containers": [
       {"name": "main", "image": "busybox",
        "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}}}]}}
    """
        .formatted(name, annotations, more, scheduler);
  }

  @Override
  public void close() {
    client.close();
    plane.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    } catch (IOException _) {
      // It is in the directory for temporary files, which is emptied anyway.
    }
  }
}
