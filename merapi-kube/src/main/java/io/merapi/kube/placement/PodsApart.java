package io.merapi.kube.placement;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.claims.ClaimContents;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.persistent.PersistentMap;
import java.util.List;

/** Tells pods apart of which different things are remembered; used by one thread. */
final class PodsApart {

  private final ClaimContents claims;

  /** The pods that were nominated in the last attempt, and whether any of them has claims. */
  private PersistentMap<String, List<PodInfo>> nominated = PersistentMap.empty();

  private boolean claimsAreNominated;

  /**
   * @param changes shown the cluster before anything is asked here
   */
  PodsApart(ClaimChanges changes) {
    this.claims = new ClaimContents(changes);
  }

  /**
   * What the pod of an attempt is told apart by. A pod that is nominated may have a claim of
   * another, and counts for it then as if it were on its node.
   */
  @SuppressWarnings("ReferenceEquality") // the same map has the same pods
  Object of(PodAttempt attempt, Nominations nominations) {
    if (nominations.byNode() != nominated) {
      nominated = nominations.byNode();
      claimsAreNominated = false;
      nominated.forEachValue(pods -> claimsAreNominated |= pods.stream().anyMatch(PodsApart::has));
    }
    return claims.of(attempt.pod(), attempt.cluster(), claimsAreNominated);
  }

  private static boolean has(PodInfo pod) {
    return pod.podClass().hasClaims();
  }
}
