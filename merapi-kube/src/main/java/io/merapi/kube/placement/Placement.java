package io.merapi.kube.placement;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.SnapshotView;
import java.util.List;

/** Finds a node for a pod, on the cluster of the attempt. */
public interface Placement {

  /**
   * Looks for the best node; nothing is taken on it.
   *
   * <p>The attempt is left as the plugins leave it, for the extension points that follow.
   */
  PlacementOutcome place(PodAttempt attempt, Nominations nominations);

  /**
   * Whether it is known without a look at anything that a pod would be turned down as the last pod
   * of its class was, which fitted nowhere.
   */
  default boolean failsAsBefore(PodInfo pod, SnapshotView cluster, Nominations nominations) {
    return false;
  }

  /**
   * What it remembers of classes of pods and is not what the definition says now.
   *
   * @param most how many classes to look at, others each time; each costs a look at every node
   */
  default List<Violation> audit(SnapshotView cluster, Nominations nominations, int most) {
    return List.of();
  }
}
