package io.merapi.api.pod;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;

/**
 * A pod.
 *
 * @param nodeName the node that the pod is bound to; empty while it waits for one
 * @param spec what the pods of one template have in common
 */
public record Pod(ObjectMeta meta, String nodeName, PodSpec spec, PodStatus status)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.POD;
  }

  /**
   * What tells the pod apart from every other one, also from those that had its name before: the
   * uid, or the key where it never met an API server.
   */
  public String identity() {
    return meta.uid().isEmpty() ? key() : meta.uid();
  }

  /** Whether both are this pod, maybe at different times, and not two of one name. */
  public boolean isSameAs(Pod other) {
    return identity().equals(other.identity());
  }

  public boolean assigned() {
    return !nodeName.isEmpty();
  }

  /** Whether the pod has ended and no longer takes part in scheduling. */
  public boolean terminated() {
    return status.phase() == PodPhase.SUCCEEDED || status.phase() == PodPhase.FAILED;
  }

  /** The same pod with other metadata. */
  public Pod withMeta(ObjectMeta newMeta) {
    return new Pod(newMeta, nodeName, spec, status);
  }

  /** The same pod, bound to a node. */
  public Pod onNode(String node) {
    return new Pod(meta, node, spec, status);
  }
}
