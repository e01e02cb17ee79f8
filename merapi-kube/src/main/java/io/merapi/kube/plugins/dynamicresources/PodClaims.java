package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.ResourceClaim;
import io.merapi.api.pod.Pod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a pod: those that its spec refers to, and last the one that stands for extended
 * resources, if there is one.
 *
 * <p>Safe for use by several threads: claims are replaced as they are written.
 */
final class PodClaims {

  static final PodClaims NONE = new PodClaims(List.of(), null);

  private final List<ResourceClaim> claims;
  private final int ofUser;

  PodClaims(List<ResourceClaim> ofUser, @Nullable ResourceClaim forExtendedResources) {
    this.claims = new ArrayList<>(ofUser);
    this.ofUser = ofUser.size();
    if (forExtendedResources != null) {
      claims.add(forExtendedResources);
    }
  }

  boolean isEmpty() {
    return claims.isEmpty();
  }

  boolean hasUserClaims() {
    return ofUser > 0;
  }

  int size() {
    return claims.size();
  }

  synchronized ResourceClaim get(int index) {
    return claims.get(index);
  }

  synchronized void set(int index, ResourceClaim claim) {
    claims.set(index, claim);
  }

  synchronized List<ResourceClaim> all() {
    return List.copyOf(claims);
  }

  /** Whether the claim at an index is the one for extended resources. */
  boolean isForExtendedResources(int index) {
    return index >= ofUser;
  }

  /** The indices of the claims that have no devices yet. */
  synchronized List<Integer> unallocated() {
    var indices = new ArrayList<Integer>();
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i).allocation() == null) {
        indices.add(i);
      }
    }
    return indices;
  }

  static boolean isReservedFor(ResourceClaim claim, Pod pod) {
    return claim.reservedFor().stream()
        .anyMatch(consumer -> consumer.uid().equals(pod.meta().uid()));
  }

  static ResourceClaim.Consumer consumer(Pod pod) {
    return new ResourceClaim.Consumer("", "pods", pod.name(), pod.meta().uid());
  }
}
