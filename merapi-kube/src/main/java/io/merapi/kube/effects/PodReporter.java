package io.merapi.kube.effects;

import io.merapi.api.pod.Pod;
import org.jspecify.annotations.Nullable;

/** Tells users what came of their pods; nothing waits for it. */
public interface PodReporter {

  /** The pod was bound. */
  void scheduled(Pod pod, String nodeName);

  /**
   * The pod could not be scheduled.
   *
   * @param reason {@code Unschedulable} or {@code SchedulerError}, for the pod's condition
   * @param message for the event and the condition
   * @param nominatedNode the node where room is being made; empty clears it, null leaves it
   */
  void unscheduled(Pod pod, String reason, String message, @Nullable String nominatedNode);

  /** The pod is gone from its node in favour of another. */
  void preempted(Pod victim, Pod preemptor, String nodeName);

  /** The pod has a node but some work comes before it can be bound. */
  void expected(Pod pod, String nodeName);

  /** A pod is no longer nominated to its node. */
  void nominationCleared(Pod pod);
}
