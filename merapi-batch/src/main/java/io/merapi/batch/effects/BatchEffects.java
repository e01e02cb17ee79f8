package io.merapi.batch.effects;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.extension.BindContext;
import io.merapi.kube.effects.Outcome;

/** All that a session does to the cluster. */
public interface BatchEffects extends BatchReporter {

  /**
   * Takes a pod to be bound.
   *
   * @param context annotations to write with the binding, and work to do before it; to be read at
   *     once, for an empty one serves other bindings too
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

  /**
   * Takes the gate away that kept a pod back until its queue had room ({@code
   * scheduling.volcano.sh/queue-allocation-gate}); what cannot be done now is asked for again.
   */
  void removeQueueGate(Pod pod);
}
