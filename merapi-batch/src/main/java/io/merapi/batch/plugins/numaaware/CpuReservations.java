package io.merapi.batch.plugins.numaaware;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.topology.Numatopology;
import io.merapi.api.topology.Numatopology.PodAllocation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * CPUs that pods were given in earlier sessions, until their nodes report them. It outlives
 * sessions; used by one thread. Upstream counterpart: {@code NodeInfo.UnassignedNumaPods}.
 *
 * <p>What is kept of a node is given up as a whole, once all its pods are reported: the kubelet may
 * choose other CPUs than the session did, so one report alone does not tell which are free.
 *
 * <p>Differs from upstream, which forgets a pod only when it is deleted: here it counts only while
 * it is on the node. Otherwise a pod that was given a node and did not get there, since others had
 * to leave first or the binding failed, would keep itself from that node.
 */
public final class CpuReservations {

  private final Map<String, Map<Pod, CpuSet>> byNode = new HashMap<>();

  /** Remembers what a pod was given. */
  void keep(String nodeName, Pod pod, CpuSet cpus) {
    byNode.computeIfAbsent(nodeName, _ -> new LinkedHashMap<>()).put(pod, cpus);
  }

  /** Forgets pods that are not on their nodes. */
  void follow(ClusterView cluster) {
    byNode.forEach((node, pods) -> pods.keySet().removeIf(pod -> !isOn(node, pod, cluster)));
    byNode.values().removeIf(Map::isEmpty);
  }

  private static boolean isOn(String node, Pod pod, ClusterView cluster) {
    PodInfo known = cluster.pod(pod.key());
    return known != null
        && known.pod().identity().equals(pod.identity())
        && known.pod().nodeName().equals(node);
  }

  /** The CPUs that pods of a node were given, where the node does not know of all these pods. */
  CpuSet unreported(Numatopology reported) {
    Map<Pod, CpuSet> pods = byNode.getOrDefault(reported.name(), Map.of());
    if (pods.keySet().stream().allMatch(pod -> isReported(pod, reported))) {
      byNode.remove(reported.name());
      return CpuSet.EMPTY;
    }
    return pods.values().stream().reduce(CpuSet.EMPTY, CpuSet::union);
  }

  private static boolean isReported(Pod pod, Numatopology reported) {
    return reported.podAllocations().stream().anyMatch(allocation -> names(allocation, pod));
  }

  private static boolean names(PodAllocation allocation, Pod pod) {
    return allocation.uid().equals(pod.meta().uid())
        || (allocation.name().equals(pod.name()) && allocation.namespace().equals(pod.namespace()));
  }
}
