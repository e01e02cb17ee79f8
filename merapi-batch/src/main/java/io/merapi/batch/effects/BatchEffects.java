package io.merapi.batch.effects;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.kube.effects.Outcome;

/** All that a session does to the cluster. */
public interface BatchEffects {

  /**
   * Takes a pod to be bound.
   *
   * @param context annotations to write with the binding, and work to do before it
   * @return whether the pod was taken, not whether it was bound
   */
  Outcome bind(Pod pod, String nodeName, BindContext context);

  /**
   * Takes a pod to be evicted.
   *
   * @param group the group that the pod belongs to; the eviction is reported there
   * @param reason the word for events, such as {@code preempt}
   * @return whether the eviction was taken, not whether it is done
   */
  Outcome evict(Pod pod, PodGroup group, String reason);

  /** Writes the status of a group that has changed. */
  void updateStatus(PodGroup group, PodGroup.Status status);

  /** Writes what the groups of a queue use, where that has changed. */
  void updateAllocated(Queue queue, ResourceList allocated);

  /**
   * Tells the user of a pod why it waits, where that has changed: as condition {@code PodScheduled}
   * and as an event.
   *
   * @param nominatedNode the node where room was made for it; empty leaves it as it is
   */
  void reportWaiting(Pod pod, String reason, String message, String nominatedNode);

  /**
   * Tells users something about a group, as an event.
   *
   * @param type {@code Normal} or {@code Warning}
   */
  void report(PodGroup group, String type, String reason, String message);
}
