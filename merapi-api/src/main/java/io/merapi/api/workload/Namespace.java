package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;

/** A namespace; affinity terms select namespaces by their labels. */
public record Namespace(ObjectMeta meta) implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.NAMESPACE;
  }
}
