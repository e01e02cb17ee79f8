package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.cycle.Pace;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.NodeSharding;
import io.merapi.batch.session.SessionOptions;
import io.merapi.e2e.FullHouse.Mode;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pods of a real cluster are bound when their volumes are, and where those are. */
class VolumeIT {

  private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

  /** Volumes that nobody attaches are not counted. */
  private static final BatchSettings LOCAL_VOLUMES =
      new BatchSettings(
          new SessionOptions(
              List.of("volcano"),
              "default",
              List.of(),
              true,
              Set.of("kubernetes.io/no-provisioner"),
              NodeSampling.ALL_NODES,
              NodeSharding.NONE,
              false,
              ClassMemory.DEFAULT),
          Pace.LIVE,
          Duration.ofSeconds(1),
          Fixes.NONE,
          0);

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private final Stage stage = new Stage(CLUSTER);

  @BeforeEach
  void createNodes() throws IOException {
    for (int i = 1; i <= 3; i++) {
      String name = "node-" + i;
      stage.create(
          node(name)
              .label("kubernetes.io/hostname", name)
              .allocatable("cpu", "4")
              .allocatable("pods", "110"));
      // A kubelet says which drivers its node has; a scheduler of groups uses no others.
      stage.create(
          ObjectKind.CSI_NODE,
          """
          apiVersion: storage.k8s.io/v1
          kind: CSINode
          metadata: {name: %1$s}
          spec: {drivers: [{name: disks.example.com, nodeID: %1$s}]}
          """
              .formatted(name));
    }
  }

  @BeforeAll
  static void define() throws IOException {
    CLUSTER.installDefinitions();
  }

  @AfterEach
  void clear() throws IOException {
    stage.close();
    stage.remove(List.of(ObjectKind.POD_GROUP));
    assertThat(stage.warnings()).isEmpty();
  }

  private void start(Mode mode) {
    switch (mode) {
      case KUBE -> stage.startMerapi();
      case BATCH -> stage.startBatch(BatchStage.GANGS, FeatureGates.DEFAULTS, LOCAL_VOLUMES);
    }
  }

  /** Makes a pod; one for a scheduler of groups is a group of its own. */
  private void create(Mode mode, PodBuilder pod) throws IOException {
    if (mode == Mode.BATCH) {
      String name = pod.build().name();
      stage.create(podGroup(name).minMember(1).queue("default").build());
      pod.schedulerName("volcano").group(name);
    }
    stage.create(pod);
  }

  private void storageClass(String name, String provisioner) throws IOException {
    stage.create(
        ObjectKind.STORAGE_CLASS,
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: %s}
        provisioner: %s
        volumeBindingMode: WaitForFirstConsumer
        """
            .formatted(name, provisioner));
  }

  private void claim(String name, String storageClass) throws IOException {
    stage.create(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s}
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: %s
          resources: {requests: {storage: 1Gi}}
        """
            .formatted(name, storageClass));
  }

  private void localVolume(String name, String storageClass, String node) throws IOException {
    stage.create(
        ObjectKind.PERSISTENT_VOLUME,
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %s}
        spec:
          capacity: {storage: 2Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: %s
          local: {path: /data}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchExpressions:
                - {key: kubernetes.io/hostname, operator: In, values: [%s]}
        """
            .formatted(name, storageClass, node));
    phase(ObjectKind.PERSISTENT_VOLUME, name, "Available");
  }

  private void phase(ObjectKind kind, String name, String phase) throws IOException {
    stage.patch(kind, name + "/status", "{\"status\": {\"phase\": \"%s\"}}".formatted(phase));
  }

  private PersistentVolumeClaim claim(String name) throws IOException {
    return CLUSTER.get(PersistentVolumeClaim.class, ObjectKind.PERSISTENT_VOLUME_CLAIM, name);
  }

  /** Does what the volume controller does when claim and volume are to be one. */
  private void bind(String claim, String volume) throws IOException {
    stage.patch(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        claim,
        """
        {"metadata": {"annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
         "spec": {"volumeName": "%s"}}
        """
            .formatted(volume));
    phase(ObjectKind.PERSISTENT_VOLUME_CLAIM, claim, "Bound");
    phase(ObjectKind.PERSISTENT_VOLUME, volume, "Bound");
  }

  /** The provisioner: waits for the choice of a node. */
  private String selectedNode(String claim) throws IOException {
    return Eventually.find(
        "a selected node",
        () -> claim(claim).meta().annotations().get(SELECTED_NODE),
        () -> PodEvents.all(CLUSTER));
  }

  /** The provisioner: makes a volume for a claim on a node. */
  private void makeVolume(String name, String claim, String node) throws IOException {
    stage.create(
        ObjectKind.PERSISTENT_VOLUME,
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: made-late
          csi: {driver: disks.example.com, volumeHandle: %1$s}
          claimRef:
            {kind: PersistentVolumeClaim, namespace: default, name: %2$s, uid: %3$s}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchExpressions:
                - {key: kubernetes.io/hostname, operator: In, values: [%4$s]}
        """
            .formatted(name, claim, claim(claim).meta().uid(), node));
  }

  @ParameterizedTest
  @EnumSource
  void aPodWaitsForItsVolumeToBeMade(Mode mode) throws IOException {
    storageClass("made-late", "disks.example.com");
    claim("data", "made-late");
    start(mode);
    create(mode, pod("user").request("cpu", "1").claim("data"));

    String node = selectedNode("data");
    assertThat(stage.pod("user").assigned()).isFalse();
    makeVolume("made", "data", node);
    assertThat(stage.pod("user").assigned()).isFalse();
    bind("data", "made");

    assertThat(stage.nodeOf("user")).isEqualTo(node);
  }

  @ParameterizedTest
  @EnumSource
  void aPodThatGoesWhileItsVolumeIsMadeLeavesItsPlaceToOthers(Mode mode) throws IOException {
    storageClass("made-late", "disks.example.com");
    claim("data", "made-late");
    start(mode);
    create(mode, pod("user").request("cpu", "4").claim("data"));
    String node = selectedNode("data");

    create(mode, pod("next").request("cpu", "4").nodeSelector("kubernetes.io/hostname", node));
    stage.unscheduled("next");
    stage.end("user");
    assertThat(stage.nodeOf("next")).isEqualTo(node);
  }

  @ParameterizedTest
  @EnumSource
  void aVolumeThatIsThereIsTakenForItsClaim(Mode mode) throws IOException {
    storageClass("local", "kubernetes.io/no-provisioner");
    localVolume("disk", "local", "node-2");
    claim("data", "local");
    claim("more", "local");
    start(mode);
    create(mode, pod("user").request("cpu", "1").claim("data"));

    // The volume controller: completes what the scheduler has begun.
    PersistentVolume taken =
        Eventually.find(
            "a volume for the claim",
            () -> {
              var disk = CLUSTER.get(PersistentVolume.class, ObjectKind.PERSISTENT_VOLUME, "disk");
              return disk.claim() == null ? null : disk;
            },
            () -> PodEvents.all(CLUSTER));
    assertThat(taken.claim())
        .isEqualTo(
            new PersistentVolume.ClaimReference("default", "data", claim("data").meta().uid()));
    assertThat(stage.pod("user").assigned()).isFalse();
    bind("data", "disk");
    assertThat(stage.nodeOf("user")).isEqualTo("node-2");

    create(mode, pod("second").request("cpu", "1").claim("more"));
    String missing = "3 node(s) didn't find available persistent volumes to bind.";
    String message =
        switch (mode) {
          case KUBE ->
              "0/3 nodes are available: %s no new claims to deallocate, preemption: 0/3 nodes are"
                      .formatted(missing)
                  + " available: 3 Preemption is not helpful for scheduling.";
          case BATCH -> "0/3 nodes are unavailable: " + missing;
        };
    stage.event("second", "FailedScheduling", message::equals);
    assertThat(stage.unscheduled("second").message()).isEqualTo(message);
  }

  @ParameterizedTest
  @EnumSource
  void aVolumeThatIsBoundDecidesTheNode(Mode mode) throws IOException {
    storageClass("local", "kubernetes.io/no-provisioner");
    localVolume("disk", "local", "node-3");
    claim("data", "local");
    bind("data", "disk");
    start(mode);
    create(mode, pod("user").request("cpu", "1").claim("data"));
    assertThat(stage.nodeOf("user")).isEqualTo("node-3");
  }

  @Test
  void aPodWaitsForAClaimThatDoesNotExistYet() throws IOException {
    storageClass("local", "kubernetes.io/no-provisioner");
    localVolume("disk", "local", "node-1");
    stage.startMerapi();
    stage.create(pod("user").request("cpu", "1").claim("data"));
    stage.create(pod("other").request("cpu", "1"));
    stage.nodeOf("other");
    assertThat(stage.unscheduled("user").message())
        .isEqualTo("0/3 nodes are available: persistentvolumeclaim \"data\" not found. not found");

    claim("data", "local");
    Eventually.find(
        "the volume taken",
        () -> CLUSTER.get(PersistentVolume.class, ObjectKind.PERSISTENT_VOLUME, "disk").claim());
    bind("data", "disk");
    assertThat(stage.nodeOf("user")).isEqualTo("node-1");
  }
}
