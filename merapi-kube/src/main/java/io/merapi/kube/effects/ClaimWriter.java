package io.merapi.kube.effects;

import io.merapi.api.device.ResourceClaim;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import java.util.concurrent.CompletionStage;

/** Writes what was decided about claims for devices. */
public interface ClaimWriter {

  /**
   * Makes a claim that the scheduler itself needs, for a pod that asks for devices by resource.
   *
   * @param claim its name is the beginning of one, which the cluster completes
   */
  CompletionStage<Created> create(ResourceClaim claim);

  /** Removes a claim, without waiting for those who still use it to be done. */
  CompletionStage<Outcome> delete(ResourceClaim claim);

  /** Writes finalizers, allocation and reservations; fails where the claim has changed since. */
  CompletionStage<Outcome> update(ResourceClaim claim);

  /** Writes into a pod's status which claim stands for the devices that it asks for by resource. */
  CompletionStage<Outcome> report(Pod pod, PodStatus.ExtendedResourceClaim status);

  /**
   * What came of making a claim.
   *
   * @param claim the claim as the cluster has it now where that went well; otherwise as it was
   *     asked for
   */
  record Created(Outcome outcome, ResourceClaim claim) {}
}
