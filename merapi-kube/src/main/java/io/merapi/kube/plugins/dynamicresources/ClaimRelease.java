package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.ClaimWriter;
import java.util.List;

/** Gives up a claim's devices where that may let the pod fit another node. */
final class ClaimRelease {

  private static final Verdict NOTHING_TO_RELEASE =
      Verdict.unschedulable(Reason.of("NoClaimToDeallocate", "no new claims to deallocate"));
  private static final Verdict STILL_UNSCHEDULABLE =
      Verdict.unschedulable(Reason.of("StillUnschedulable", "still not schedulable"));
  private static final Verdict DEALLOCATED =
      Verdict.unschedulable(
          Reason.of("ClaimDeallocated", "deallocation of ResourceClaim completed"));
  private static final Verdict DELETED =
      Verdict.unschedulable(Reason.of("ClaimDeleted", "deletion of ResourceClaim completed"));

  private final ClaimWriter writer;

  ClaimRelease(ClaimWriter writer) {
    this.writer = writer;
  }

  /**
   * Gives up one claim that kept the pod from some node and that nobody else uses.
   *
   * <p>The change comes back as a change of the claim, after which the pod is tried again. Differs
   * from upstream, which picks one of several at random: the first is taken.
   */
  Verdict one(DeviceSearchState state, Pod pod) {
    PodClaims claims = state.claims();
    if (claims.isEmpty()) {
      return NOTHING_TO_RELEASE;
    }
    ExtendedResources extended = state.extended();
    for (int index : state.unavailable()) {
      if (!claims.isForExtendedResources(index) && isUnused(claims.get(index), pod)) {
        writer.update(claims.get(index).deallocated());
        return DEALLOCATED;
      }
    }
    if (extended != null && !ExtendedResources.isYetToBeMade(extended.claim())) {
      writer.delete(extended.claim());
      return DELETED;
    }
    return STILL_UNSCHEDULABLE;
  }

  private static boolean isUnused(ResourceClaim claim, Pod pod) {
    List<ResourceClaim.Consumer> users = claim.reservedFor();
    return users.isEmpty()
        || (users.size() == 1 && users.getFirst().uid().equals(pod.meta().uid()));
  }
}
