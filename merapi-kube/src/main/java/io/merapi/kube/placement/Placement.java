package io.merapi.kube.placement;

import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;

/** Finds a node for a pod, on the cluster of the attempt. */
public interface Placement {

  /**
   * Looks for the best node; nothing is taken on it.
   *
   * <p>The attempt is left as the plugins leave it, for the extension points that follow.
   */
  PlacementOutcome place(PodAttempt attempt, Nominations nominations);
}
