package io.merapi.batch.effects;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.pod.Pod;
import io.merapi.batch.devices.NodeLock;
import io.merapi.kube.effects.Outcome;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Carries out in a cluster what sessions have decided; each effect answers when it is done.
 *
 * <p>Called on the scheduling thread and must not wait.
 */
public interface BatchWriter extends BatchReporter {

  /**
   * Writes annotations to a pod and binds it.
   *
   * @param annotations empty for most pods
   */
  CompletionStage<Outcome> bind(Pod pod, String nodeName, Map<String, String> annotations);

  /**
   * Puts a lock on a node: an annotation that says since when it is held. Fails where somebody
   * holds it, unless that is longer ago than {@link NodeLock#TIMEOUT}.
   */
  CompletionStage<Outcome> lockNode(String nodeName, String lock);

  /** Takes a lock off a node; done where it has none of that name. */
  CompletionStage<Outcome> unlockNode(String nodeName, String lock);

  /**
   * Marks a pod as evicted and deletes it; done where it is gone already.
   *
   * @param group the group that the pod belongs to
   * @param reason the word for events, such as {@code preempt}
   */
  CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason);

  /** Takes a scheduling gate off a pod; done where it has none of that name. */
  CompletionStage<Outcome> removeGate(Pod pod, String gate);
}
