package io.merapi.batch.effects;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;

/** Tells the cluster, and the people who look at it, what has become of groups and pods. */
public interface BatchReporter {

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
