package io.merapi.kube.preemption;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodStatus.PodCondition;

/** Whether a pod may evict others at all. */
public final class Eligibility {

  private static final String NEVER = "not eligible due to preemptionPolicy=Never.";
  private static final String WAITS =
      "not eligible due to a terminating pod on the nominated node.";

  private Eligibility() {}

  /** Why a pod may not, in upstream's words; empty where it may. */
  static String refusal(PodInfo pod, ClusterView cluster, NodeVerdicts verdicts) {
    if (pod.pod().spec().preemptionPolicy().equals("Never")) {
      return NEVER;
    }
    String nominated = pod.pod().status().nominatedNodeName();
    NodeInfo node = nominated.isEmpty() ? null : cluster.node(nominated);
    if (node == null
        || (verdicts.of(node) instanceof Verdict.Rejected(_, boolean evictionHelps)
            && !evictionHelps)) {
      return "";
    }
    boolean waits =
        node.pods().stream()
            .anyMatch(other -> VictimSearch.mayEvict(pod, other) && isLeaving(other.pod()));
    return waits ? WAITS : "";
  }

  /** Whether a pod is being deleted in favour of another; then more evictions may be needless. */
  public static boolean isLeaving(Pod pod) {
    if (pod.meta().deletionTimestamp() == null) {
      return false;
    }
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().equals("DisruptionTarget")) {
        return condition.status().equals("True")
            && condition.reason().equals("PreemptionByScheduler");
      }
    }
    return false;
  }
}
