package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.cluster.http.ApiRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code merapi run} with the roles that are shipped, and with less. */
class ShippedRolesIT {

  private static final String EVENTS_OF_LEASES = "/api/v1/namespaces/kube-system/events";

  @RegisterExtension
  static final RealCluster CLUSTER = new RealCluster("--authorization-mode=RBAC");

  @TempDir private Path directory;

  private static ShippedAccount account;

  private final Stage stage = new Stage(CLUSTER);
  private final EndpointClient pages = new EndpointClient();

  @BeforeAll
  static void install() throws IOException {
    CLUSTER.installDefinitions();
    account = ShippedAccount.install(CLUSTER);
  }

  @AfterEach
  void clear() throws IOException {
    account.allowAll();
    pages.close();
    stage.close();
  }

  @Test
  void theShippedRolesAreEnoughForEverything() throws IOException {
    List<String> before = account.forbidden();
    nodes();
    volumeAndDevice();
    priority("low", 10);
    priority("high", 1000);
    int port = EndpointClient.freePort();
    try (var groups = new BatchStage(CLUSTER);
        var merapi = start("both", "--secure-port=" + port, "--bind-address=0.0.0.0")) {
      URI at = URI.create("https://127.0.0.1:" + port);
      Eventually.find("ready", () -> pages.okay(at, "/readyz"), () -> List.of(merapi.log()));

      // A pod with a volume and a device, one that waits, and one that makes another one go.
      stage.create(pod("disk").request("cpu", "1").claim("disk").resourceClaim("gpu"));
      bindVolume();
      assertThat(stage.nodeOf("disk")).isEqualTo("node-1");
      stage.create(pod("huge").request("cpu", "64"));
      assertThat(stage.unscheduled("huge").message()).startsWith("0/2 nodes are available");
      stage.event("huge", "FailedScheduling");
      stage.create(pod("low").priorityClass("low").request("cpu", "3"));
      stage.nodeOf("low");
      stage.create(pod("also-low").priorityClass("low").request("cpu", "3"));
      stage.nodeOf("also-low");
      stage.create(pod("high").priorityClass("high").request("cpu", "3"));
      stage.nodeOf("high");
      stage.end("high");

      // A gang, with the queues that every cluster has.
      groups.gang("train", 1, "default");
      groups.await("train", PodGroupPhase.RUNNING);
      stage.event("train-0", "Scheduled");
      Eventually.find(
          "what the queue holds",
          () -> groups.queue("default").allocated().amounts().isEmpty() ? null : "something");

      // Whoever reads pages from outside is looked up.
      assertThat(pages.get(at, "/metrics", CLUSTER.plane().token()).statusCode()).isEqualTo(200);
      assertThat(merapi.stop()).as(merapi.log()).isZero();
      assertThat(merapi.log())
          .contains(
              "leading: lease kube-system/kube-scheduler", "leading: lease volcano-system/volcano")
          .doesNotContain("forbidden");
    }
    assertThat(account.forbidden()).isEqualTo(before);
  }

  @Test
  void whatIsForbiddenFromTheStartIsNamedWithWhatItIsFor() throws IOException {
    account.forbid("resources: [pods/status]");
    nodes();
    try (var merapi = start("kube")) {
      stage.create(pod("small").request("cpu", "1"));
      stage.nodeOf("small");
      assertThat(merapi.log())
          .contains(
              "it must not say why pods wait, nominate nodes and mark victims: patch pods/status is"
                  + " forbidden; grant it");
    }
  }

  @Test
  void aBindingThatIsForbiddenIsALineAndIsTriedAgain() throws IOException {
    nodes();
    try (var merapi = start("kube")) {
      stage.create(pod("first").request("cpu", "1"));
      stage.nodeOf("first");
      account.forbid("resources: [pods/binding]");
      stage.create(pod("second").request("cpu", "1"));
      Eventually.find("a refusal", () -> said(merapi, "cannot create resource"));
      account.allowAll();

      stage.nodeOf("second");
    }
  }

  @Test
  void aKindThatMayNotBeReadAnyMoreIsToldEverywhereUntilItMay() throws IOException {
    nodes();
    int port = EndpointClient.freePort();
    try (var merapi = start("kube", "--secure-port=" + port)) {
      URI at = URI.create("https://127.0.0.1:" + port);
      Eventually.find("ready", () -> pages.okay(at, "/readyz"), () -> List.of(merapi.log()));
      account.forbid("resources: [poddisruptionbudgets]");
      // Whoever watches already is not asked again until the watch ends.
      CLUSTER.plane().restartApiServer();

      String refusal = "poddisruptionbudgets.policy is forbidden";
      Eventually.find("a line", () -> said(merapi, refusal), () -> List.of(merapi.log()));
      Eventually.find(
          "a failed check",
          () -> {
            String body = pages.get(at, "/readyz/cluster-access").body();
            return body.contains(refusal) ? body : null;
          });
      Eventually.find(
          "an Event",
          () -> {
            String events = CLUSTER.send(ApiRequest.get(EVENTS_OF_LEASES)).body();
            return events.contains("ClusterNotFollowed") && events.contains(refusal)
                ? events
                : null;
          });
      assertThat(pages.get(at, "/metrics").body())
          .containsPattern("merapi_watch_restarts_total\\S* [1-9]");
      account.allowAll();

      Eventually.find("ready again", () -> pages.okay(at, "/readyz"));
      assertThat(merapi.log()).contains("the whole cluster is followed again");
    }
  }

  private SchedulerProcess start(String mode, String... options) throws IOException {
    var all = new String[options.length + 2];
    all[0] = "--mode=" + mode.toLowerCase(Locale.ROOT);
    // The last one's Lease, where it was killed.
    all[1] = "--leader-elect=" + mode.equals("both");
    System.arraycopy(options, 0, all, 2, options.length);
    return SchedulerProcess.start(account.kubeconfig(directory), directory.resolve("log"), all);
  }

  private static @Nullable String said(SchedulerProcess process, String text) throws IOException {
    String log = process.log();
    return log.contains(text) ? log : null;
  }

  private void priority(String name, int value) throws IOException {
    stage.create(
        ObjectKind.PRIORITY_CLASS,
        "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: %s}, value: %d}"
            .formatted(name, value));
  }

  private void nodes() throws IOException {
    for (String name : List.of("node-0", "node-1")) {
      stage.create(
          node(name)
              .label("kubernetes.io/hostname", name)
              .allocatable("cpu", "4")
              .allocatable("pods", "110"));
    }
  }

  /** Does what the volume controller does when the scheduler has chosen a volume. */
  private void bindVolume() throws IOException {
    Eventually.find(
        "a chosen volume",
        () -> CLUSTER.get(PersistentVolume.class, ObjectKind.PERSISTENT_VOLUME, "disk").claim(),
        () -> PodEvents.all(CLUSTER));
    stage.patch(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        "disk",
        """
        {"metadata": {"annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
         "spec": {"volumeName": "disk"}}
        """);
    for (ObjectKind kind :
        List.of(ObjectKind.PERSISTENT_VOLUME_CLAIM, ObjectKind.PERSISTENT_VOLUME)) {
      stage.patch(kind, "disk/status", "{\"status\": {\"phase\": \"Bound\"}}");
    }
  }

  private void volumeAndDevice() throws IOException {
    stage.create(
        ObjectKind.STORAGE_CLASS,
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: local}
        provisioner: kubernetes.io/no-provisioner
        volumeBindingMode: WaitForFirstConsumer
        """);
    stage.create(
        ObjectKind.PERSISTENT_VOLUME,
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: disk}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: local
          local: {path: /disk}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchExpressions:
                - {key: kubernetes.io/hostname, operator: In, values: [node-1]}
        """);
    stage.patch(
        ObjectKind.PERSISTENT_VOLUME, "disk/status", "{\"status\": {\"phase\": \"Available\"}}");
    stage.create(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: disk}
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: local
          resources: {requests: {storage: 1Gi}}
        """);
    stage.create(
        ObjectKind.DEVICE_CLASS,
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu}
        spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
        """);
    stage.create(
        ObjectKind.RESOURCE_SLICE,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: gpus}
        spec:
          driver: gpu.example.com
          nodeName: node-1
          pool: {name: node-1, generation: 1, resourceSliceCount: 1}
          devices: [{name: gpu-0}]
        """);
    stage.create(
        ObjectKind.RESOURCE_CLAIM,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: gpu}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
        """);
  }
}
