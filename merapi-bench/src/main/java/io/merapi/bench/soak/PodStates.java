package io.merapi.bench.soak;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus;

/** Pods as the cluster would have them after something has happened to them. */
final class PodStates {

  private PodStates() {}

  static Pod withPhase(Pod pod, PodPhase phase) {
    return with(pod, phase, pod.status().nominatedNodeName());
  }

  static Pod nominated(Pod pod, String nodeName) {
    return with(pod, pod.status().phase(), nodeName);
  }

  private static Pod with(Pod pod, PodPhase phase, String nominatedNode) {
    PodStatus status = pod.status();
    return new Pod(
        pod.meta(),
        pod.nodeName(),
        pod.spec(),
        new PodStatus(
            phase,
            nominatedNode,
            status.startTime(),
            status.conditions(),
            status.containerStatuses(),
            status.initContainerStatuses(),
            status.claimStatuses(),
            status.extendedResourceClaim(),
            status.allocatedResources(),
            status.resources(),
            status.qosClass()));
  }
}
