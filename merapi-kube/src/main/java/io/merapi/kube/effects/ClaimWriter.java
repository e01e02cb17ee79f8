package io.merapi.kube.effects;

import io.merapi.api.device.ResourceClaim;
import java.util.concurrent.CompletionStage;

/** Writes what was decided about claims for devices. */
public interface ClaimWriter {

  /** Makes a claim that the scheduler itself needs, for a pod that asks for devices by resource. */
  CompletionStage<Created> create(ResourceClaim claim);

  CompletionStage<Outcome> delete(ResourceClaim claim);

  /** Writes finalizers, allocation and reservations; fails where the claim has changed since. */
  CompletionStage<Outcome> update(ResourceClaim claim);

  /**
   * What came of making a claim.
   *
   * @param claim the claim as the cluster has it now where that went well; otherwise as it was
   *     asked for
   */
  record Created(Outcome outcome, ResourceClaim claim) {}
}
