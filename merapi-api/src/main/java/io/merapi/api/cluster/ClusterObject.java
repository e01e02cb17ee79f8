package io.merapi.api.cluster;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;

/** An object of the cluster, reduced to what scheduling reads; immutable. */
public interface ClusterObject {

  ObjectKind kind();

  ObjectMeta meta();

  /** {@code namespace/name}, or the bare name of an object without a namespace. */
  default String key() {
    return meta().key();
  }

  default String name() {
    return meta().name();
  }

  default String namespace() {
    return meta().namespace();
  }

  /** How what belongs to this object, as to its controller, refers to it. */
  default OwnerReference asController() {
    return new OwnerReference(kind().apiVersion(), kind().kindName(), name(), meta().uid(), true);
  }
}
