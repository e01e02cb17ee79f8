package io.merapi.kube.measures;

/** What came of an attempt to schedule a pod. */
public enum AttemptResult {
  SCHEDULED,
  UNSCHEDULABLE,
  ERROR
}
