package io.merapi.config.objects;

import io.merapi.api.batch.NodeShard;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ConfigMap;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.simulation.ClusterBehavior;
import io.merapi.api.simulation.NodePool;
import io.merapi.api.simulation.WorkloadGenerator;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.Numatopology;
import io.merapi.api.workload.Deployment;
import io.merapi.api.workload.Job;
import io.merapi.api.workload.Namespace;
import io.merapi.api.workload.PodDisruptionBudget;
import io.merapi.api.workload.PriorityClass;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.api.workload.ReplicationController;
import io.merapi.api.workload.ResourceQuota;
import io.merapi.api.workload.Service;
import io.merapi.api.workload.StatefulSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which format reads and writes which kind: the one list of them all. */
final class ObjectFormats {

  private static final Map<ObjectKind, ObjectFormat<?>> FORMATS = new EnumMap<>(ObjectKind.class);

  static {
    add(ObjectKind.POD, Pod.class, PodFormat::read, PodFormat::write);
    add(ObjectKind.NODE, Node.class, NodeFormat::read, NodeFormat::write);
    add(ObjectKind.NAMESPACE, Namespace.class, NamespaceFormat::read, NamespaceFormat::write);
    add(ObjectKind.SERVICE, Service.class, ServiceFormat::read, ServiceFormat::write);
    add(
        ObjectKind.REPLICATION_CONTROLLER,
        ReplicationController.class,
        ReplicationControllerFormat::read,
        ReplicationControllerFormat::write);
    add(
        ObjectKind.PERSISTENT_VOLUME,
        PersistentVolume.class,
        PersistentVolumeFormat::read,
        PersistentVolumeFormat::write);
    add(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        PersistentVolumeClaim.class,
        PersistentVolumeClaimFormat::read,
        PersistentVolumeClaimFormat::write);
    add(ObjectKind.CONFIG_MAP, ConfigMap.class, ConfigMapFormat::read, ConfigMapFormat::write);
    add(
        ObjectKind.RESOURCE_QUOTA,
        ResourceQuota.class,
        ResourceQuotaFormat::read,
        ResourceQuotaFormat::write);
    add(ObjectKind.REPLICA_SET, ReplicaSet.class, SetFormat::readReplicaSet, SetFormat::write);
    add(ObjectKind.STATEFUL_SET, StatefulSet.class, SetFormat::readStatefulSet, SetFormat::write);
    add(
        ObjectKind.POD_DISRUPTION_BUDGET,
        PodDisruptionBudget.class,
        PodDisruptionBudgetFormat::read,
        PodDisruptionBudgetFormat::write);
    add(
        ObjectKind.PRIORITY_CLASS,
        PriorityClass.class,
        PriorityClassFormat::read,
        PriorityClassFormat::write);
    add(
        ObjectKind.STORAGE_CLASS,
        StorageClass.class,
        StorageClassFormat::read,
        StorageClassFormat::write);
    add(ObjectKind.CSI_NODE, CsiNode.class, CsiNodeFormat::read, CsiNodeFormat::write);
    add(ObjectKind.CSI_DRIVER, CsiDriver.class, CsiDriverFormat::read, CsiDriverFormat::write);
    add(
        ObjectKind.CSI_STORAGE_CAPACITY,
        CsiStorageCapacity.class,
        CsiStorageCapacityFormat::read,
        CsiStorageCapacityFormat::write);
    add(
        ObjectKind.VOLUME_ATTACHMENT,
        VolumeAttachment.class,
        VolumeAttachmentFormat::read,
        VolumeAttachmentFormat::write);
    add(
        ObjectKind.RESOURCE_CLAIM,
        ResourceClaim.class,
        ResourceClaimFormat::read,
        ResourceClaimFormat::write);
    add(
        ObjectKind.RESOURCE_SLICE,
        ResourceSlice.class,
        ResourceSliceFormat::read,
        ResourceSliceFormat::write);
    add(
        ObjectKind.DEVICE_CLASS,
        DeviceClass.class,
        DeviceClassFormat::read,
        DeviceClassFormat::write);
    add(ObjectKind.POD_GROUP, PodGroup.class, PodGroupFormat::read, PodGroupFormat::write);
    add(ObjectKind.QUEUE, Queue.class, QueueFormat::read, QueueFormat::write);
    add(ObjectKind.VOLCANO_JOB, VolcanoJob.class, VolcanoJobFormat::read, VolcanoJobFormat::write);
    add(ObjectKind.NODE_SHARD, NodeShard.class, NodeShardFormat::read, NodeShardFormat::write);
    add(ObjectKind.HYPER_NODE, HyperNode.class, HyperNodeFormat::read, HyperNodeFormat::write);
    add(
        ObjectKind.NUMATOPOLOGY,
        Numatopology.class,
        NumatopologyFormat::read,
        NumatopologyFormat::write);
    add(ObjectKind.JOB, Job.class, JobFormat::read, JobFormat::write);
    add(ObjectKind.DEPLOYMENT, Deployment.class, DeploymentFormat::read, DeploymentFormat::write);
    add(ObjectKind.NODE_POOL, NodePool.class, NodePoolFormat::read, NodePoolFormat::write);
    add(
        ObjectKind.WORKLOAD_GENERATOR,
        WorkloadGenerator.class,
        WorkloadGeneratorFormat::read,
        WorkloadGeneratorFormat::write);
    add(
        ObjectKind.CLUSTER_BEHAVIOR,
        ClusterBehavior.class,
        ClusterBehaviorFormat::read,
        ClusterBehaviorFormat::write);
  }

  /**
   * Older versions in which the fields that are read have the same names and meanings. Not among
   * them: {@code policy/v1beta1}, where an empty selector selects nothing, and {@code
   * resource.k8s.io/v1beta1}, whose devices and requests are nested differently.
   */
  private static final Set<String> SAME_IN_OLDER_VERSION =
      Set.of(
          "apps/v1beta2",
          "resource.k8s.io/v1beta2",
          "scheduling.k8s.io/v1beta1",
          "storage.k8s.io/v1beta1");

  private static final Map<String, Map<String, ObjectKind>> BY_GROUP = new HashMap<>();

  static {
    for (ObjectKind kind : FORMATS.keySet()) {
      BY_GROUP.computeIfAbsent(kind.group(), _ -> new HashMap<>()).put(kind.kindName(), kind);
    }
  }

  private ObjectFormats() {}

  /** How one kind is read and written. */
  private record ObjectFormat<T extends ClusterObject>(
      Class<T> type, Function<ObjectCursor, T> reader, Function<T, Map<String, Object>> writer) {

    Map<String, Object> write(ClusterObject object) {
      return writer.apply(type.cast(object));
    }
  }

  private static <T extends ClusterObject> void add(
      ObjectKind kind,
      Class<T> type,
      Function<ObjectCursor, T> reader,
      Function<T, Map<String, Object>> writer) {
    FORMATS.put(kind, new ObjectFormat<>(type, reader, writer));
  }

  /** The kind of that name in the group, whatever its version; null where none is read. */
  static @Nullable ObjectKind kind(String group, String kindName) {
    Map<String, ObjectKind> kinds = BY_GROUP.get(group);
    return kinds == null ? null : kinds.get(kindName);
  }

  /** Whether objects of the kind can be read from that version. */
  static boolean reads(ObjectKind kind, String apiVersion) {
    return kind.apiVersion().equals(apiVersion) || SAME_IN_OLDER_VERSION.contains(apiVersion);
  }

  /** Reads the fields of an object that the cursor stands in. */
  static ClusterObject read(ObjectKind kind, ObjectCursor in) {
    return format(kind).reader().apply(in);
  }

  static Map<String, Object> write(ClusterObject object) {
    return format(object.kind()).write(object);
  }

  private static ObjectFormat<?> format(ObjectKind kind) {
    ObjectFormat<?> format = FORMATS.get(kind);
    if (format == null) {
      throw new IllegalArgumentException("no format reads objects of kind " + kind.kindName());
    }
    return format;
  }
}
