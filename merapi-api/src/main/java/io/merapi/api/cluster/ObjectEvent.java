package io.merapi.api.cluster;

/** One change of the cluster, as a watch tells it. */
public sealed interface ObjectEvent {

  ClusterObject object();

  /** The object exists in this form from now on; it may have existed before. */
  record Applied(ClusterObject object) implements ObjectEvent {}

  /** The object is gone; only its kind and key matter. */
  record Deleted(ClusterObject object) implements ObjectEvent {}
}
