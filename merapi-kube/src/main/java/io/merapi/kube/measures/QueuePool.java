package io.merapi.kube.measures;

/** Where pods wait, as far as upstream counts those that come there. */
public enum QueuePool {
  ACTIVE,
  BACKOFF,
  UNSCHEDULABLE
}
