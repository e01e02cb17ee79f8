package io.merapi.kube.preemption;

import io.merapi.kube.extenders.SchedulerExtender.Victims;

/** Whether and where room is made for a pod. */
public sealed interface PreemptionDecision {

  /** These pods go from this node. */
  record Evict(String node, Victims victims) implements PreemptionDecision {}

  /**
   * No room is made.
   *
   * @param message upstream's words
   * @param clearsNomination whether the pod has no more business on the node that it is nominated
   *     to
   */
  record Refuse(String message, boolean clearsNomination) implements PreemptionDecision {}

  /**
   * Something is broken, so that no answer can be given.
   *
   * @param message upstream's words
   */
  record Fail(String message) implements PreemptionDecision {}
}
