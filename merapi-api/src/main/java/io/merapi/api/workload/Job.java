package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;

/**
 * A Kubernetes Job. Scheduling itself never reads it; the simulator makes its pods.
 *
 * @param parallelism how many pods run at a time
 * @param completions how many pods have to succeed
 * @param backoffLimit how many pods may fail before the job does
 */
public record Job(
    ObjectMeta meta, int parallelism, int completions, int backoffLimit, PodTemplate template)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.JOB;
  }

  /** The same job with other metadata. */
  public Job withMeta(ObjectMeta newMeta) {
    return new Job(newMeta, parallelism, completions, backoffLimit, template);
  }
}
