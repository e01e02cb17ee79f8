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
   * @param lasting whether a rejection is the answer for every pod of the class that is not
   *     nominated itself, and nothing comes of asking for it, until a node, a nomination or an
   *     object other than a waiting pod has changed; the engine may then leave the question out
   */
  record PostFilterResult(Verdict verdict, @Nullable String nominatedNode, boolean lasting) {

    /** An answer that is for one pod and one attempt. */
    public PostFilterResult(Verdict verdict, @Nullable String nominatedNode) {
      this(verdict, nominatedNode, false);
    }
  }
}
