package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.Waiting;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.dynamicresources.ClaimUpdates.Refused;
import io.merapi.kube.plugins.dynamicresources.DeviceSearchState.NodeAllocation;
import io.merapi.kube.state.AssumedObjects;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Writes what was reserved for a pod to its claims, or gives it back. */
final class ClaimBinding {

  /** Keeps a claim from being deleted while it holds devices. */
  static final String FINALIZER = "resource.kubernetes.io/delete-protection";

  /** How long a claim that was made may take to show in the cluster. */
  private static final Duration SHOWN_WITHIN = Duration.ofMinutes(2);

  private final ClaimWriter writer;
  private final ClaimUpdates updates;
  private final Waiting waiting;
  private final AssumedObjects assumed;
  private final PendingAllocations pending;
  private final InstantSource clock;
  private final boolean stamped;

  /**
   * @param stamped whether allocations say when they were made, for the time limit on binding
   *     conditions
   */
  ClaimBinding(SchedulerParts parts, InstantSource clock, boolean stamped) {
    this.writer = parts.effects().claims();
    this.waiting = parts.waiting();
    this.updates = new ClaimUpdates(writer, waiting);
    this.assumed = parts.assumed();
    this.pending = parts.pendingAllocations();
    this.clock = clock;
    this.stamped = stamped;
  }

  /** Writes allocation and reservation of every claim that is not yet reserved for the pod. */
  CompletionStage<Verdict> bind(DeviceSearchState state, Pod pod, String nodeName) {
    CompletionStage<Verdict> done = CompletableFuture.completedStage(Verdict.success());
    for (int i = 0; i < state.claims().size(); i++) {
      int index = i;
      if (!PodClaims.isReservedFor(state.claims().get(index), pod)) {
        done =
            done.thenCompose(before ->
                before.isSuccess()
                    ? bind(state, index, pod, nodeName)
                    : CompletableFuture.completedStage(before));
      }
    }
    return done;
  }

  private CompletionStage<Verdict> bind(
      DeviceSearchState state, int index, Pod pod, String nodeName) {
    ResourceClaim claim = state.claims().get(index);
    Allocation allocation = state.reserved(index);
    if (!state.claims().isForExtendedResources(index)) {
      return write(claim, allocation, pod)
          .thenApply(written -> {
            if (written.claim() != null) {
              assumed.assume(written.claim());
              state.claims().set(index, written.claim());
            }
            release(claim, allocation);
            return written.claim() == null ? Verdict.error(written.message()) : Verdict.success();
          });
    }
    if (allocation == null && claim.requests().isEmpty()) {
      // The node has the resources itself.
      return CompletableFuture.completedStage(Verdict.success());
    }
    return bindExtended(state, index, pod, nodeName)
        .thenApply(verdict -> {
          release(claim, allocation);
          return verdict;
        });
  }

  private void release(ResourceClaim claim, @Nullable Allocation allocation) {
    if (allocation != null) {
      pending.remove(claim);
    }
  }

  /** Makes the claim for extended resources, gives it its devices and tells the pod of it. */
  private CompletionStage<Verdict> bindExtended(
      DeviceSearchState state, int index, Pod pod, String nodeName) {
    NodeAllocation found = state.found(nodeName);
    ExtendedResources extended = state.extended();
    if (found == null || found.extended() == null || extended == null) {
      return CompletableFuture.completedStage(
          Verdict.error("extended resource claim not found for node " + nodeName));
    }
    ExtendedResources.OnNode onNode = found.extended();
    return writer
        .create(extended.toBeMade(onNode.claim()))
        .thenCompose(created -> {
          if (created.outcome() instanceof Outcome.Failed(String message)) {
            return CompletableFuture.completedStage(
                Verdict.error(
                    "create claim for extended resources %s: %s"
                        .formatted(onNode.claim().key(), message)));
          }
          state.claims().set(index, created.claim());
          return write(created.claim(), state.reserved(index), pod)
              .thenCompose(written -> {
                ResourceClaim bound = written.claim();
                if (bound == null) {
                  return CompletableFuture.completedStage(Verdict.error(written.message()));
                }
                state.claims().set(index, bound);
                assumed.assume(bound);
                return shown(bound).thenCompose(_ -> report(pod, bound, onNode));
              });
        });
  }

  /** Waits until the cluster shows a claim: before that, an assumption about it does not count. */
  private CompletionStage<Verdict> shown(ResourceClaim claim) {
    return waiting.until(
        cluster -> isShown(cluster, claim) ? Verdict.success() : null,
        SHOWN_WITHIN,
        Verdict.success());
  }

  private static boolean isShown(ClusterView cluster, ResourceClaim claim) {
    return cluster.object(ObjectKind.RESOURCE_CLAIM, claim.key()) != null;
  }

  private CompletionStage<Verdict> report(
      Pod pod, ResourceClaim claim, ExtendedResources.OnNode onNode) {
    var status = new PodStatus.ExtendedResourceClaim(claim.name(), onNode.requests().mappings());
    return writer
        .report(pod, status)
        .thenApply(outcome ->
            outcome instanceof Outcome.Failed(String message)
                ? Verdict.error(
                    "update pod %s ExtendedResourceClaimStatus: %s".formatted(pod.key(), message))
                : Verdict.success());
  }

  private CompletionStage<ClaimUpdates.Written> write(
      ResourceClaim claim, @Nullable Allocation allocation, Pod pod) {
    String what = allocation == null ? "add reservation" : "add allocation and reservation";
    return updates.apply(claim, what, latest -> bound(latest, allocation, pod));
  }

  private ResourceClaim bound(ResourceClaim claim, @Nullable Allocation allocation, Pod pod)
      throws Refused {
    if (claim.meta().deletionTimestamp() != null) {
      throw new Refused("claim %s got deleted in the meantime".formatted(claim.key()));
    }
    ResourceClaim bound = claim;
    if (allocation != null) {
      if (claim.allocation() != null) {
        throw new Refused(
            "claim %s got allocated elsewhere in the meantime".formatted(claim.key()));
      }
      bound = allocated(claim, allocation);
    }
    Allocation held = bound.allocation();
    if (stamped) {
      if (held == null) {
        throw new Refused(
            "claim %s got deallocated elsewhere in the meantime".formatted(claim.key()));
      }
      if (held.allocationTimestamp() == null) {
        bound = bound.withAllocation(held.at(clock.instant()));
      }
    }
    var consumers = new ArrayList<>(claim.reservedFor());
    consumers.add(PodClaims.consumer(pod));
    return bound.withReservedFor(consumers);
  }

  static ResourceClaim allocated(ResourceClaim claim, Allocation allocation) {
    List<String> finalizers = claim.meta().finalizers();
    ResourceClaim kept = claim;
    if (!finalizers.contains(FINALIZER)) {
      var added = new ArrayList<>(finalizers);
      added.add(FINALIZER);
      kept = claim.withMeta(claim.meta().withFinalizers(added));
    }
    return kept.withAllocation(allocation);
  }

  /**
   * Gives back what was reserved, and what was already written of it.
   *
   * <p>What the cluster does not take is found again in the next attempt to schedule the pod.
   */
  void giveBack(DeviceSearchState state, Pod pod) {
    for (int i = 0; i < state.claims().size(); i++) {
      ResourceClaim claim = state.claims().get(i);
      boolean reserved = state.reserved(i) != null;
      if (state.claims().isForExtendedResources(i)) {
        giveBackExtended(state, claim, reserved);
        continue;
      }
      if (reserved && pending.remove(claim)) {
        assumed.restore(ObjectKind.RESOURCE_CLAIM, claim.key());
      }
      if (claim.allocation() != null && PodClaims.isReservedFor(claim, pod)) {
        updates.apply(claim, "remove reservation", latest -> unreserved(latest, pod));
      }
    }
  }

  private void giveBackExtended(DeviceSearchState state, ResourceClaim claim, boolean reserved) {
    ExtendedResources extended = state.extended();
    if (reserved && extended != null && pending.remove(extended.claim())) {
      assumed.restore(ObjectKind.RESOURCE_CLAIM, claim.key());
    }
    if (!ExtendedResources.isYetToBeMade(claim)) {
      writer.delete(claim);
    }
  }

  private static ResourceClaim unreserved(ResourceClaim claim, Pod pod) throws Refused {
    if (!PodClaims.isReservedFor(claim, pod)) {
      throw new Refused("claim %s is not reserved any more".formatted(claim.key()));
    }
    return claim.withReservedFor(
        claim.reservedFor().stream()
            .filter(consumer -> !consumer.uid().equals(pod.meta().uid()))
            .toList());
  }
}
