package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodResourceClaim;
import io.merapi.api.pod.PodStatus;
import io.merapi.kube.state.AssumedObjects;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the claims that a pod refers to. */
final class ClaimLookup {

  private final AssumedObjects assumed;

  ClaimLookup(AssumedObjects assumed) {
    this.assumed = assumed;
  }

  /** The claims of a pod, or why the pod has to wait for one. */
  Found of(Pod pod, ClusterView cluster) {
    var claims = new ArrayList<ResourceClaim>();
    for (PodResourceClaim reference : pod.spec().resourceClaims()) {
      boolean made = reference.claimName().isEmpty();
      String name = reference.claimName();
      if (made) {
        if (reference.templateName().isEmpty()) {
          return Found.missing(
              "pod \"%s\", spec.resourceClaim \"%s\": none of the supported fields are set"
                  .formatted(pod.key(), reference.name()));
        }
        PodStatus.@Nullable ClaimStatus status = status(pod, reference.name());
        if (status == null) {
          return Found.missing("pod \"%s\": ResourceClaim not created yet".formatted(pod.key()));
        }
        if (status.claimName() == null) {
          // Whoever makes claims from templates has found that none is needed.
          continue;
        }
        name = status.claimName();
      }
      String key = pod.namespace() + "/" + name;
      var claim = (ResourceClaim) assumed.latest(cluster, ObjectKind.RESOURCE_CLAIM, key);
      if (claim == null) {
        return Found.missing("could not find ResourceClaim \"%s\"".formatted(key));
      }
      if (claim.meta().deletionTimestamp() != null) {
        return Found.missing("resourceclaim \"%s\" is being deleted".formatted(claim.name()));
      }
      if (made && !isControlledBy(claim, pod)) {
        return Found.missing(
            "ResourceClaim %s was not created for Pod %s (Pod is not owner)"
                .formatted(claim.key(), pod.key()));
      }
      claims.add(claim);
    }
    return new Found(claims, "");
  }

  private static PodStatus.@Nullable ClaimStatus status(Pod pod, String reference) {
    for (PodStatus.ClaimStatus status : pod.status().claimStatuses()) {
      if (status.name().equals(reference)) {
        return status;
      }
    }
    return null;
  }

  private static boolean isControlledBy(ResourceClaim claim, Pod pod) {
    return claim
        .meta()
        .controller()
        .map(OwnerReference::uid)
        .filter(uid -> uid.equals(pod.meta().uid()))
        .isPresent();
  }

  /**
   * What was found.
   *
   * @param missing why the pod has to wait; empty where it has all its claims
   */
  record Found(List<ResourceClaim> claims, String missing) {

    static Found missing(String why) {
      return new Found(List.of(), why);
    }

    boolean complete() {
      return missing.isEmpty();
    }
  }
}
