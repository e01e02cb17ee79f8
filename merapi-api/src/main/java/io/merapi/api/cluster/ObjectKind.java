package io.merapi.api.cluster;

/**
 * The kinds that scheduling or the simulator reads, spelled as in {@code apiVersion} and {@code
 * kind}.
 */
public enum ObjectKind {
  POD("", "v1", "Pod", true),
  NODE("", "v1", "Node", false),
  NAMESPACE("", "v1", "Namespace", false),
  SERVICE("", "v1", "Service", true),
  REPLICATION_CONTROLLER("", "v1", "ReplicationController", true),
  PERSISTENT_VOLUME("", "v1", "PersistentVolume", false),
  PERSISTENT_VOLUME_CLAIM("", "v1", "PersistentVolumeClaim", true),
  CONFIG_MAP("", "v1", "ConfigMap", true),
  RESOURCE_QUOTA("", "v1", "ResourceQuota", true),
  REPLICA_SET("apps", "v1", "ReplicaSet", true),
  STATEFUL_SET("apps", "v1", "StatefulSet", true),
  POD_DISRUPTION_BUDGET("policy", "v1", "PodDisruptionBudget", true),
  PRIORITY_CLASS("scheduling.k8s.io", "v1", "PriorityClass", false),
  STORAGE_CLASS("storage.k8s.io", "v1", "StorageClass", false),
  CSI_NODE("storage.k8s.io", "v1", "CSINode", false),
  CSI_DRIVER("storage.k8s.io", "v1", "CSIDriver", false),
  CSI_STORAGE_CAPACITY("storage.k8s.io", "v1", "CSIStorageCapacity", true),
  VOLUME_ATTACHMENT("storage.k8s.io", "v1", "VolumeAttachment", false),
  RESOURCE_CLAIM("resource.k8s.io", "v1", "ResourceClaim", true),
  RESOURCE_SLICE("resource.k8s.io", "v1", "ResourceSlice", false),
  DEVICE_CLASS("resource.k8s.io", "v1", "DeviceClass", false),
  POD_GROUP("scheduling.volcano.sh", "v1beta1", "PodGroup", true),
  QUEUE("scheduling.volcano.sh", "v1beta1", "Queue", false),
  VOLCANO_JOB("batch.volcano.sh", "v1alpha1", "Job", true),
  NODE_SHARD("shard.volcano.sh", "v1alpha1", "NodeShard", false),
  HYPER_NODE("topology.volcano.sh", "v1alpha1", "HyperNode", false),
  NUMATOPOLOGY("nodeinfo.volcano.sh", "v1alpha1", "Numatopology", false),
  JOB("batch", "v1", "Job", true),
  DEPLOYMENT("apps", "v1", "Deployment", true),
  NODE_POOL("merapi.io", "v1alpha1", "NodePool", false),
  WORKLOAD_GENERATOR("merapi.io", "v1alpha1", "WorkloadGenerator", true),
  CLUSTER_BEHAVIOR("merapi.io", "v1alpha1", "ClusterBehavior", false);

  private final String group;
  private final String version;
  private final String kindName;
  private final boolean namespaced;

  ObjectKind(String group, String version, String kindName, boolean namespaced) {
    this.group = group;
    this.version = version;
    this.kindName = kindName;
    this.namespaced = namespaced;
  }

  /** The API group; empty for the core group. */
  public String group() {
    return group;
  }

  public String version() {
    return version;
  }

  /** The name as written in an object's {@code kind}. */
  public String kindName() {
    return kindName;
  }

  public boolean namespaced() {
    return namespaced;
  }

  /** As written in an object's {@code apiVersion}: {@code v1} or {@code group/version}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
