package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;
import java.util.concurrent.CompletionStage;

/** Does what must be done before a pod is bound, such as binding its volumes. */
public interface PreBindPlugin extends Plugin {

  /**
   * Begins the work and answers when it is done; must not wait itself.
   *
   * <p>Called on the scheduling thread. What the work does elsewhere must be safe there.
   */
  CompletionStage<Verdict> preBind(CycleState state, PodInfo pod, String nodeName);

  /**
   * Whether there is anything to do, asked right before; where some plugin says yes, the cluster is
   * told of the chosen node before the work begins, for it may take a while.
   */
  default boolean hasWork(CycleState state, PodInfo pod, String nodeName) {
    return true;
  }
}
