package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;

/**
 * Says whether a change can make a pod fit that its plugin has rejected.
 *
 * <p>It is asked once for pods of one class: the answer must not depend on what the class leaves
 * out, such as the name, except where the change is one of that very pod. One that throws counts as
 * a yes: a try too many costs little, a pod that is forgotten much.
 */
@FunctionalInterface
public interface QueueingHint {

  /** Every such change may help. */
  QueueingHint ALWAYS = (_, _, _) -> true;

  /**
   * Whether to try the pod again.
   *
   * @param cluster as it is after the change
   */
  boolean mayHelp(PodInfo pod, ObjectChange change, ClusterView cluster);
}
