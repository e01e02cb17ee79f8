package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;

/** Is told that a pod has been bound. */
public interface PostBindPlugin extends Plugin {

  void postBind(CycleState state, PodInfo pod, String nodeName);
}
