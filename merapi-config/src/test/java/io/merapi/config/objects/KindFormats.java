package io.merapi.config.objects;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.Numatopology;
import io.merapi.api.workload.Namespace;
import io.merapi.api.workload.PodDisruptionBudget;
import io.merapi.api.workload.PriorityClass;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.api.workload.ReplicationController;
import io.merapi.api.workload.ResourceQuota;
import io.merapi.api.workload.Service;
import io.merapi.api.workload.StatefulSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes single objects of every kind but pods and nodes, for tests of their formats. */
final class KindFormats {

  private KindFormats() {}

  /** Reads one JSON object of a kind. */
  static ClusterObject read(ObjectKind kind, String json) {
    var tokens = new JsonTokens("sample.json", json);
    tokens.next();
    var in = new ObjectCursor(tokens);
    if (!in.enterObject()) {
      throw new IllegalArgumentException("a sample must be an object");
    }
    return read(kind, in);
  }

  /** Writes a fact as JSON, without {@code apiVersion} and {@code kind}. */
  static String write(ClusterObject fact) {
    return JsonTree.text(fields(fact));
  }

  private static ClusterObject read(ObjectKind kind, ObjectCursor in) {
    return switch (kind) {
      case POD, NODE -> throw new IllegalArgumentException(kind + " is tested elsewhere");
      case NAMESPACE -> NamespaceFormat.read(in);
      case SERVICE -> ServiceFormat.read(in);
      case REPLICATION_CONTROLLER -> ReplicationControllerFormat.read(in);
      case PERSISTENT_VOLUME -> PersistentVolumeFormat.read(in);
      case PERSISTENT_VOLUME_CLAIM -> PersistentVolumeClaimFormat.read(in);
      case RESOURCE_QUOTA -> ResourceQuotaFormat.read(in);
      case REPLICA_SET -> ReplicaSetFormat.read(in);
      case STATEFUL_SET -> StatefulSetFormat.read(in);
      case POD_DISRUPTION_BUDGET -> PodDisruptionBudgetFormat.read(in);
      case PRIORITY_CLASS -> PriorityClassFormat.read(in);
      case STORAGE_CLASS -> StorageClassFormat.read(in);
      case CSI_NODE -> CsiNodeFormat.read(in);
      case CSI_DRIVER -> CsiDriverFormat.read(in);
      case CSI_STORAGE_CAPACITY -> CsiStorageCapacityFormat.read(in);
      case VOLUME_ATTACHMENT -> VolumeAttachmentFormat.read(in);
      case RESOURCE_CLAIM -> ResourceClaimFormat.read(in);
      case RESOURCE_SLICE -> ResourceSliceFormat.read(in);
      case DEVICE_CLASS -> DeviceClassFormat.read(in);
      case POD_GROUP -> PodGroupFormat.read(in);
      case QUEUE -> QueueFormat.read(in);
      case HYPER_NODE -> HyperNodeFormat.read(in);
      case NUMATOPOLOGY -> NumatopologyFormat.read(in);
    };
  }

  private static Map<String, @Nullable Object> fields(ClusterObject fact) {
    return switch (fact) {
      case Namespace namespace -> NamespaceFormat.write(namespace);
      case Service service -> ServiceFormat.write(service);
      case ReplicationController controller -> ReplicationControllerFormat.write(controller);
      case PersistentVolume volume -> PersistentVolumeFormat.write(volume);
      case PersistentVolumeClaim claim -> PersistentVolumeClaimFormat.write(claim);
      case ResourceQuota quota -> ResourceQuotaFormat.write(quota);
      case ReplicaSet set -> ReplicaSetFormat.write(set);
      case StatefulSet set -> StatefulSetFormat.write(set);
      case PodDisruptionBudget budget -> PodDisruptionBudgetFormat.write(budget);
      case PriorityClass priorityClass -> PriorityClassFormat.write(priorityClass);
      case StorageClass storageClass -> StorageClassFormat.write(storageClass);
      case CsiNode node -> CsiNodeFormat.write(node);
      case CsiDriver driver -> CsiDriverFormat.write(driver);
      case CsiStorageCapacity capacity -> CsiStorageCapacityFormat.write(capacity);
      case VolumeAttachment attachment -> VolumeAttachmentFormat.write(attachment);
      case ResourceClaim claim -> ResourceClaimFormat.write(claim);
      case ResourceSlice slice -> ResourceSliceFormat.write(slice);
      case DeviceClass deviceClass -> DeviceClassFormat.write(deviceClass);
      case PodGroup group -> PodGroupFormat.write(group);
      case Queue queue -> QueueFormat.write(queue);
      case HyperNode hyperNode -> HyperNodeFormat.write(hyperNode);
      case Numatopology topology -> NumatopologyFormat.write(topology);
      default -> throw new IllegalArgumentException("no format for " + fact.kind());
    };
  }
}
