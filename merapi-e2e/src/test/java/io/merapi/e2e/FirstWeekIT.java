package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.e2e.PageFiles.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What docs/operations/first-week.md says happens, with the files that stand there. */
class FirstWeekIT {

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private static Path directory;

  private static final Stage STAGE = new Stage(CLUSTER);
  private static PageFiles page;
  private static NodeAgent agent;
  private static SchedulerProcess scheduler;

  @BeforeAll
  static void start() throws IOException {
    page = new PageFiles(Path.of("../docs/operations/first-week.md"));
    CLUSTER.installDefinitions();
    STAGE.create(
        ObjectKind.NAMESPACE,
        "{apiVersion: v1, kind: Namespace, metadata: {name: volcano-system}}");
    apply("nodes.yaml");
    agent = new NodeAgent(CLUSTER);
    scheduler = startScheduler("first");
  }

  private static SchedulerProcess startScheduler(String name) throws IOException {
    for (String file : List.of("scheduler.yaml", "volcano-scheduler.conf")) {
      Files.writeString(directory.resolve(file), page.text(file));
    }
    return SchedulerProcess.start(
        CLUSTER,
        directory.resolve(name),
        "--mode",
        "both",
        "--config",
        directory.resolve("scheduler.yaml").toString(),
        "--scheduler-conf",
        directory.resolve("volcano-scheduler.conf").toString());
  }

  @AfterAll
  static void stop() throws IOException {
    if (scheduler != null) {
      scheduler.close();
    }
    if (agent != null) {
      agent.close();
    }
  }

  @AfterEach
  void removeWork() throws IOException {
    STAGE.remove(
        List.of(
            ObjectKind.POD,
            ObjectKind.POD_GROUP,
            ObjectKind.PERSISTENT_VOLUME_CLAIM,
            ObjectKind.PERSISTENT_VOLUME));
  }

  /** Makes all objects of a file, as {@code kubectl apply} does. */
  private static void apply(String file) throws IOException {
    for (Manifest manifest : page.objects(file)) {
      STAGE.create(manifest.kind(), manifest.text());
    }
  }

  /** The nodes of pods as soon as all run. */
  private static List<String> nodesOf(String... pods) throws IOException {
    var nodes = new ArrayList<String>();
    for (String pod : pods) {
      nodes.add(
          STAGE.await(pod, "running", now -> now.status().phase() == PodPhase.RUNNING).nodeName());
    }
    return nodes;
  }

  private static void awaitPhase(String group, PodGroupPhase phase) throws IOException {
    Eventually.find(
        "group %s %s".formatted(group, phase.text()),
        () -> {
          var now = CLUSTER.get(PodGroup.class, ObjectKind.POD_GROUP, group);
          return now.status().phase() == phase ? now : null;
        },
        () -> List.of(scheduler.log()));
  }

  @Test
  void everyFileOfThePageIsUsedHere() {
    assertThat(page.names())
        .containsExactly(
            "nodes.yaml",
            "scheduler.yaml",
            "volcano-scheduler.conf",
            "first-pod.yaml",
            "train.yaml",
            "wide.yaml",
            "queues.yaml",
            "team-a.yaml",
            "team-b.yaml",
            "priorities.yaml",
            "low.yaml",
            "high.yaml",
            "volume.yaml",
            "gpu-node.yaml",
            "shared-gpus.yaml");
  }

  @Test
  void theFirstPod() throws IOException {
    apply("first-pod.yaml");
    String node = nodesOf("hello").getFirst();
    assertThat(STAGE.event("hello", "Scheduled").note())
        .isEqualTo("Successfully assigned default/hello to " + node);
  }

  @Test
  void theFirstGangAndOneThatWaitsForIt() throws IOException {
    apply("train.yaml");
    nodesOf("train-0", "train-1", "train-2");
    awaitPhase("train", PodGroupPhase.RUNNING);

    apply("wide.yaml");
    STAGE.event(
        "wide",
        "Unschedulable",
        ("2/3 tasks in gang unschedulable: pod group is not ready, 1 Pipelined, 2 Pending,"
                + " 3 minAvailable; Pending: 2 Unschedulable")
            ::equals);
    awaitPhase("wide", PodGroupPhase.INQUEUE);
    for (int i = 0; i < 3; i++) {
      CLUSTER.delete(ObjectKind.POD, "train-" + i);
    }
    CLUSTER.delete(ObjectKind.POD_GROUP, "train");
    nodesOf("wide-0", "wide-1", "wide-2");
    awaitPhase("wide", PodGroupPhase.RUNNING);
  }

  @Test
  void queuesTakeBackTheirShare() throws IOException {
    apply("queues.yaml");
    apply("team-a.yaml");
    nodesOf("sweep-0", "sweep-1", "sweep-2", "sweep-3");
    apply("team-b.yaml");
    nodesOf("report-0", "report-1");
    assertThat(CLUSTER.list(ObjectKind.POD).keySet())
        .filteredOn(key -> key.contains("sweep"))
        .hasSize(2);
  }

  @Test
  void anImportantPodTakesThePlaceOfAnother() throws IOException {
    apply("priorities.yaml");
    apply("low.yaml");
    nodesOf("low-1", "low-2");
    apply("high.yaml");
    nodesOf("high");
    assertThat(CLUSTER.list(ObjectKind.POD).keySet())
        .filteredOn(key -> key.contains("low"))
        .hasSize(1);
  }

  @Test
  void aPodWaitsForItsVolume() throws IOException {
    STAGE.create(
        ObjectKind.STORAGE_CLASS,
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: standard}
        provisioner: rancher.io/local-path
        volumeBindingMode: WaitForFirstConsumer
        """);
    apply("volume.yaml");
    String node =
        Eventually.find(
            "a selected node",
            () ->
                CLUSTER
                    .get(PersistentVolumeClaim.class, ObjectKind.PERSISTENT_VOLUME_CLAIM, "data")
                    .meta()
                    .annotations()
                    .get("volume.kubernetes.io/selected-node"));
    STAGE.create(
        ObjectKind.PERSISTENT_VOLUME,
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: made}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: standard
          hostPath: {path: /data}
          claimRef: {kind: PersistentVolumeClaim, namespace: default, name: data}
        """);
    STAGE.patch(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        "data",
        """
        {"metadata": {"annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
         "spec": {"volumeName": "made"}}
        """);
    assertThat(nodesOf("writer")).containsExactly(node);
  }

  @Test
  void podsShareCards() throws IOException {
    apply("gpu-node.yaml");
    apply("shared-gpus.yaml");
    assertThat(nodesOf("notebook-0", "notebook-1", "notebook-2")).containsOnly("gpu-1");
    var cards = new ArrayList<String>();
    for (ClusterObject pod : CLUSTER.list(ObjectKind.POD).values()) {
      cards.add(((Pod) pod).meta().annotations().get("volcano.sh/gpu-index"));
    }
    assertThat(cards).containsExactlyInAnyOrder("0", "0", "1");
    CLUSTER.delete(ObjectKind.NODE, "gpu-1");
  }

  @Test
  void aSecondReplicaTakesOver() throws IOException {
    try (var second = startScheduler("second")) {
      Eventually.find(
          "the cluster known to the second",
          () -> second.log().contains("the cluster is known") ? second : null);
      assertThat(second.log()).doesNotContain("leading: ");
      assertThat(scheduler.stop()).isZero();
      Eventually.find(
          "both leases in the hands of the second",
          () ->
              second.log().contains("leading: lease kube-system/merapi")
                      && second.log().contains("leading: lease volcano-system/volcano")
                  ? second
                  : null,
          () -> List.of(second.log()));
      assertThat(second.stop()).isZero();
    } finally {
      scheduler = startScheduler("third");
    }
  }
}
