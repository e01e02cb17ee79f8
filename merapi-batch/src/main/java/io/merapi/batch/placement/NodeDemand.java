package io.merapi.batch.placement;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodSpec;
import org.jspecify.annotations.Nullable;

/**
 * What pods ask of a node, whoever they are: those that differ in namespace, labels, priority or
 * owner alone ask for the same.
 */
final class NodeDemand {

  private final PodSpec spec;
  private final PodRequests requests;
  private final Labels annotations;
  private final int hash;

  private NodeDemand(PodSpec spec, PodRequests requests, Labels annotations) {
    this.spec = spec;
    this.requests = requests;
    this.annotations = annotations;
    this.hash = 31 * spec.hashCode() + requests.hashCode();
  }

  /** The demand of the pods of a class; null where it is not of a node alone. */
  static @Nullable NodeDemand of(PodClass pods) {
    PodSpec spec = pods.spec();
    return pods.hasPodAffinity()
            || pods.terminating()
            || !spec.topologySpreadConstraints().isEmpty()
            || !spec.volumes().isEmpty()
            || !spec.resourceClaims().isEmpty()
        ? null
        : new NodeDemand(
            spec.withScheduling("", 0, "").withPriorityClass(""),
            pods.requests(),
            pods.annotations());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof NodeDemand demand
            && hash == demand.hash
            && spec.equals(demand.spec)
            && requests.equals(demand.requests)
            && annotations.equals(demand.annotations));
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
