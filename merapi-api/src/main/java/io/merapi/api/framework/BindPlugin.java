package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;

/** Binds a pod to its node; the first plugin that does not skip has bound it. */
public interface BindPlugin extends Plugin {

  /** Called off the scheduling thread; may wait. */
  Verdict bind(CycleState state, PodInfo pod, String nodeName);
}
