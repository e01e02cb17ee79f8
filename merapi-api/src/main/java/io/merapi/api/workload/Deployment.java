package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;

/** A Deployment. Scheduling itself never reads it; the simulator keeps its pods. */
public record Deployment(ObjectMeta meta, int replicas, PodTemplate template)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.DEPLOYMENT;
  }

  /** The same deployment with other metadata. */
  public Deployment withMeta(ObjectMeta newMeta) {
    return new Deployment(newMeta, replicas, template);
  }
}
