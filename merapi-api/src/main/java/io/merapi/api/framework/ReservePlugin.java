package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;

/** Takes for a pod what must not be given to another while it is being bound. */
public interface ReservePlugin extends Plugin {

  Verdict reserve(CycleState state, PodInfo pod, String nodeName);

  /**
   * Gives back whatever was reserved; called in reverse order, also when reserve was never called.
   */
  void unreserve(CycleState state, PodInfo pod, String nodeName);
}
