package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;

/** Allows, denies or delays the binding of a pod that has a node. */
public interface PermitPlugin extends Plugin {

  Verdict permit(CycleState state, PodInfo pod, String nodeName);
}
