package io.merapi.explain.pod;

import io.merapi.api.pod.Pod;

/** Where a pod stands before it is asked about. */
public enum PodSituation {
  /** It waits for a node. */
  PENDING,
  /** Something keeps it out of the queue. */
  GATED,
  /** It has a node; it is asked about as if it were not there. */
  ASSIGNED,
  /** It has succeeded or failed, and is asked about as if it came again. */
  ENDED,
  /** It is being deleted, so that a scheduler passes it over. */
  DELETED;

  static PodSituation of(Pod pod, boolean keptOut) {
    if (pod.terminated()) {
      return ENDED;
    }
    if (pod.assigned()) {
      return ASSIGNED;
    }
    if (pod.meta().deletionTimestamp() != null) {
      return DELETED;
    }
    return keptOut ? GATED : PENDING;
  }
}
