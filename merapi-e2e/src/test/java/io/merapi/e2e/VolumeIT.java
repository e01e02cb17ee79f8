package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pods of a real cluster are bound when their volumes are, and where those are. */
class VolumeIT {

  private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

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
    }
  }

  @AfterEach
  void clear() throws IOException {
    stage.close();
    assertThat(stage.warnings()).isEmpty();
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

  @Test
  void aPodWaitsForItsVolumeToBeMade() throws IOException {
    storageClass("made-late", "disks.example.com");
    claim("data", "made-late");
    stage.startMerapi();
    stage.create(pod("user").request("cpu", "1").claim("data"));

    // The provisioner: waits for the choice of a node, makes a volume there, and binds it.
    String node =
        Eventually.find(
            "a selected node", () -> claim("data").meta().annotations().get(SELECTED_NODE));
    assertThat(stage.pod("user").assigned()).isFalse();
    stage.create(
        ObjectKind.PERSISTENT_VOLUME,
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: made}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          storageClassName: made-late
          csi: {driver: disks.example.com, volumeHandle: made}
          claimRef:
            {kind: PersistentVolumeClaim, namespace: default, name: data, uid: %s}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchExpressions:
                - {key: kubernetes.io/hostname, operator: In, values: [%s]}
        """
            .formatted(claim("data").meta().uid(), node));
    assertThat(stage.pod("user").assigned()).isFalse();
    bind("data", "made");

    assertThat(stage.nodeOf("user")).isEqualTo(node);
  }

  @Test
  void aVolumeThatIsThereIsTakenForItsClaim() throws IOException {
    storageClass("local", "kubernetes.io/no-provisioner");
    localVolume("disk", "local", "node-2");
    claim("data", "local");
    claim("more", "local");
    stage.startMerapi();
    stage.create(pod("user").request("cpu", "1").claim("data"));

    // The volume controller: completes what the scheduler has begun.
    PersistentVolume taken =
        Eventually.find(
            "a volume for the claim",
            () -> {
              var disk = CLUSTER.get(PersistentVolume.class, ObjectKind.PERSISTENT_VOLUME, "disk");
              return disk.claim() == null ? null : disk;
            });
    assertThat(taken.claim())
        .isEqualTo(
            new PersistentVolume.ClaimReference("default", "data", claim("data").meta().uid()));
    assertThat(stage.pod("user").assigned()).isFalse();
    bind("data", "disk");
    assertThat(stage.nodeOf("user")).isEqualTo("node-2");

    stage.create(pod("second").request("cpu", "1").claim("more"));
    assertThat(stage.unscheduled("second").message())
        .isEqualTo(
            "0/3 nodes are available: 3 node(s) didn't find available persistent volumes to bind."
                + " no new claims to deallocate, preemption: 0/3 nodes are available: 3"
                + " Preemption is not helpful for scheduling.");
  }

  @Test
  void aVolumeThatIsBoundDecidesTheNode() throws IOException {
    storageClass("local", "kubernetes.io/no-provisioner");
    localVolume("disk", "local", "node-3");
    claim("data", "local");
    bind("data", "disk");
    stage.startMerapi();
    stage.create(pod("user").request("cpu", "1").claim("data"));
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
