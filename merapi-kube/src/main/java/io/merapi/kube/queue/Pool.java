package io.merapi.kube.queue;

/** Where a pending pod is. */
public enum Pool {
  /** To be tried next. */
  ACTIVE,
  /** To be tried when its time has come, or before that when there is nothing else to do. */
  BACKOFF,
  /** To be tried when its time has come, after a failure that says nothing about the pod. */
  ERROR_BACKOFF,
  /** Until something happens that can help it. */
  UNSCHEDULABLE,
  /** Kept out by a plugin until something happens that can change its mind. */
  GATED,
  /** Being tried or bound; or gone. */
  NONE
}
