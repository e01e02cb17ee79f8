package io.merapi.sim.cluster;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.ExtendedResourceClaim;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Outcome;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Writes claims for devices that have not changed since they were read. */
final class SimulatedClaims implements ClaimWriter {

  private final SimulatedCluster cluster;
  private int created;

  SimulatedClaims(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public CompletionStage<Created> create(ResourceClaim claim) {
    return cluster.soon(() -> {
      ResourceClaim named = claim.withMeta(claim.meta().withName(claim.name() + ++created));
      cluster.store().apply(named);
      ResourceClaim made = find(named);
      return new Created(new Outcome.Done(), made == null ? named : made);
    });
  }

  @Override
  public CompletionStage<Outcome> report(Pod pod, ExtendedResourceClaim status) {
    return cluster.soon(() -> {
      cluster.update(pod, now -> PodStatuses.withClaim(now, status));
      return new Outcome.Done();
    });
  }

  @Override
  public CompletionStage<Outcome> delete(ResourceClaim claim) {
    return cluster.soon(() -> {
      cluster.store().delete(ObjectKind.RESOURCE_CLAIM, claim.key());
      return new Outcome.Done();
    });
  }

  @Override
  public CompletionStage<Outcome> update(ResourceClaim claim) {
    return cluster.soon(() -> {
      ResourceClaim now = find(claim);
      if (now == null) {
        return new Outcome.Failed("ResourceClaim \"%s\" not found".formatted(claim.name()));
      }
      if (!now.meta().resourceVersion().equals(claim.meta().resourceVersion())) {
        return new Outcome.Failed("ResourceClaim \"%s\" has been modified".formatted(claim.name()));
      }
      cluster.store().apply(claim);
      return new Outcome.Done();
    });
  }

  private @Nullable ResourceClaim find(ResourceClaim claim) {
    return cluster.store().find(ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, claim.key());
  }
}
