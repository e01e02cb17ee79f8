package io.merapi.cluster.http;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;

/** The paths under which an API server keeps its objects. */
public final class ApiPaths {

  private ApiPaths() {}

  /** All objects of a kind, of all namespaces. */
  public static String all(ObjectKind kind) {
    return root(kind) + "/" + plural(kind);
  }

  /** Where objects of a kind are made. */
  public static String collection(ObjectKind kind, String namespace) {
    return kind.namespaced()
        ? "%s/namespaces/%s/%s".formatted(root(kind), namespace, plural(kind))
        : all(kind);
  }

  /** One object. */
  public static String of(ClusterObject object) {
    return collection(object.kind(), object.namespace()) + "/" + object.name();
  }

  /** A part of an object that is written by itself, such as {@code status}. */
  public static String of(ClusterObject object, String subresource) {
    return of(object) + "/" + subresource;
  }

  private static String root(ObjectKind kind) {
    return (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion();
  }

  /** The name of a kind in paths and roles. */
  public static String plural(ObjectKind kind) {
    return switch (kind) {
      case POD -> "pods";
      case NODE -> "nodes";
      case NAMESPACE -> "namespaces";
      case SERVICE -> "services";
      case REPLICATION_CONTROLLER -> "replicationcontrollers";
      case PERSISTENT_VOLUME -> "persistentvolumes";
      case PERSISTENT_VOLUME_CLAIM -> "persistentvolumeclaims";
      case CONFIG_MAP -> "configmaps";
      case RESOURCE_QUOTA -> "resourcequotas";
      case REPLICA_SET -> "replicasets";
      case STATEFUL_SET -> "statefulsets";
      case POD_DISRUPTION_BUDGET -> "poddisruptionbudgets";
      case PRIORITY_CLASS -> "priorityclasses";
      case STORAGE_CLASS -> "storageclasses";
      case CSI_NODE -> "csinodes";
      case CSI_DRIVER -> "csidrivers";
      case CSI_STORAGE_CAPACITY -> "csistoragecapacities";
      case VOLUME_ATTACHMENT -> "volumeattachments";
      case RESOURCE_CLAIM -> "resourceclaims";
      case RESOURCE_SLICE -> "resourceslices";
      case DEVICE_CLASS -> "deviceclasses";
      case POD_GROUP -> "podgroups";
      case QUEUE -> "queues";
      case VOLCANO_JOB, JOB -> "jobs";
      case DEPLOYMENT -> "deployments";
      case NODE_SHARD -> "nodeshards";
      case HYPER_NODE -> "hypernodes";
      case NUMATOPOLOGY -> "numatopologies";
      case NODE_POOL, WORKLOAD_GENERATOR, CLUSTER_BEHAVIOR ->
          throw new IllegalArgumentException(kind.kindName() + " exists in simulations only");
    };
  }
}
