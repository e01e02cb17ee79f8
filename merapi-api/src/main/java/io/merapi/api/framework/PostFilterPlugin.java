package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;
import org.jspecify.annotations.Nullable;

/** Tries to make room for a pod that fits nowhere. */
public interface PostFilterPlugin extends Plugin {

  /**
   * Called when no node fits.
   *
   * @param verdicts why each node was rejected
   * @param dryRun tries the pod on nodes from which others are gone
   */
  PostFilterResult postFilter(
      CycleState state, PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun);

  /**
   * The answer of a post-filter.
   *
   * @param nominatedNode the node where room is made; empty clears the pod's nomination, null
   *     leaves it
   */
  record PostFilterResult(Verdict verdict, @Nullable String nominatedNode) {}
}
