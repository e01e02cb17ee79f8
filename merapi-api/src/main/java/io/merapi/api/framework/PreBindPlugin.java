package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;

/** Does what must be done before a pod is bound, such as binding its volumes. */
public interface PreBindPlugin extends Plugin {

  /** Called off the scheduling thread; may wait. */
  Verdict preBind(CycleState state, PodInfo pod, String nodeName);
}
