package io.merapi.e2e;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.config.objects.ObjectWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What the pods of {@link RandomWorkload} name, and what is there before they come. */
final class StandingObjects {

  /**
   * Claims for volumes: one bound to a volume in a zone, one that only one pod may use at a time,
   * one for which there is no volume, and one that is not there.
   */
  static final List<String> CLAIMS = List.of("in-east", "exclusive", "unbindable", "nowhere");

  /** A claim for devices that nobody offers. */
  static final String DEVICES = "no-devices";

  /** The kinds of all this. */
  static final List<ObjectKind> KINDS =
      List.of(
          ObjectKind.PRIORITY_CLASS,
          ObjectKind.STORAGE_CLASS,
          ObjectKind.PERSISTENT_VOLUME,
          ObjectKind.PERSISTENT_VOLUME_CLAIM,
          ObjectKind.DEVICE_CLASS,
          ObjectKind.RESOURCE_CLAIM);

  private StandingObjects() {}

  static void create(Stage stage) throws IOException {
    priority(stage, "low", 100, "PreemptLowerPriority");
    priority(stage, "high", 1000, "PreemptLowerPriority");
    priority(stage, "polite", 1000, "Never");
    stage.create(
        ObjectKind.STORAGE_CLASS,
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: local}
        provisioner: kubernetes.io/no-provisioner
        volumeBindingMode: WaitForFirstConsumer
        """);
    volume(stage, "in-east", "ReadWriteOnce", "east");
    volume(stage, "exclusive", "ReadWriteOncePod", "west");
    claim(stage, "in-east", "ReadWriteOnce", "in-east");
    claim(stage, "exclusive", "ReadWriteOncePod", "exclusive");
    claim(stage, "unbindable", "ReadWriteOnce", "");
    stage.create(
        ObjectKind.DEVICE_CLASS,
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu}
        spec: {selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]}
        """);
    stage.create(
        ObjectKind.RESOURCE_CLAIM,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
        """
            .formatted(DEVICES));
  }

  private static void priority(Stage stage, String name, int value, String preemptionPolicy)
      throws IOException {
    stage.create(
        ObjectKind.PRIORITY_CLASS,
        """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: %s}
        value: %d
        preemptionPolicy: %s
        """
            .formatted(name, value, preemptionPolicy));
  }

  private static void volume(Stage stage, String name, String accessMode, String zone)
      throws IOException {
    stage.create(
        ObjectKind.PERSISTENT_VOLUME,
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [%2$s]
          storageClassName: local
          csi: {driver: disks.example.com, volumeHandle: %1$s}
          claimRef: {kind: PersistentVolumeClaim, namespace: default, name: %1$s}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchExpressions: [{key: %3$s, operator: In, values: [%4$s]}]
        """
            .formatted(name, accessMode, RandomWorkload.ZONE, zone));
  }

  private static void claim(Stage stage, String name, String accessMode, String volume)
      throws IOException {
    var bound = Map.of("pv.kubernetes.io/bind-completed", "yes");
    stage.create(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s, annotations: %s}
        spec:
          accessModes: [%s]
          storageClassName: local
          volumeName: "%s"
          resources: {requests: {storage: 1Gi}}
        """
            .formatted(
                name, ObjectWriter.json(volume.isEmpty() ? Map.of() : bound), accessMode, volume));
  }
}
