package io.merapi.api.node;

import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pods of a node in the order of their arrival, with what they add up to; immutable.
 *
 * <p>Implementation note: a change makes new what the pod has a part in and shares the rest.
 * Amounts are kept without zeros, so that they depend on the pods that are there and not on those
 * that have been.
 *
 * @param withAffinity those with terms of affinity or anti-affinity to pods
 * @param withRequiredAntiAffinity those with required terms of anti-affinity
 * @param claimUses how many volumes of the pods name a claim, by its key
 */
record PodsOnNode(
    PodList pods,
    PodList withAffinity,
    PodList withRequiredAntiAffinity,
    ResourceAmounts requested,
    long nonZeroCpuMillis,
    long nonZeroMemoryBytes,
    HostPorts ports,
    Map<String, Integer> claimUses) {

  static PodsOnNode none(ResourceDictionary dictionary) {
    return new PodsOnNode(
        PodList.EMPTY,
        PodList.EMPTY,
        PodList.EMPTY,
        ResourceAmounts.none(dictionary),
        0,
        0,
        HostPorts.NONE,
        Map.of());
  }

  PodsOnNode append(PodInfo pod) {
    PodRequests asked = pod.requests();
    return new PodsOnNode(
        pods.append(pod),
        pod.hasPodAffinity() ? withAffinity.append(pod) : withAffinity,
        pod.hasRequiredPodAntiAffinity()
            ? withRequiredAntiAffinity.append(pod)
            : withRequiredAntiAffinity,
        requested.plus(asked.requests()).withoutZeros(),
        nonZeroCpuMillis + asked.nonZeroCpuMillis(),
        nonZeroMemoryBytes + asked.nonZeroMemoryBytes(),
        ports.plus(pod.hostPorts()),
        counted(pod.claimKeys(), 1));
  }

  PodsOnNode remove(int position) {
    PodInfo pod = pods.get(position);
    PodRequests asked = pod.requests();
    return new PodsOnNode(
        pods.without(position),
        pod.hasPodAffinity() ? without(withAffinity, pod) : withAffinity,
        pod.hasRequiredPodAntiAffinity()
            ? without(withRequiredAntiAffinity, pod)
            : withRequiredAntiAffinity,
        requested.minus(asked.requests()).withoutZeros(),
        nonZeroCpuMillis - asked.nonZeroCpuMillis(),
        nonZeroMemoryBytes - asked.nonZeroMemoryBytes(),
        ports.minus(pod.hostPorts()),
        counted(pod.claimKeys(), -1));
  }

  private static PodList without(PodList some, PodInfo pod) {
    return some.without(some.indexOf(pod));
  }

  /** Puts another form of the same pod, of the same class, in its place. */
  PodsOnNode replace(int position, PodInfo pod) {
    PodInfo present = pods.get(position);
    return new PodsOnNode(
        pods.with(position, pod),
        pod.hasPodAffinity() ? replaced(withAffinity, present, pod) : withAffinity,
        pod.hasRequiredPodAntiAffinity()
            ? replaced(withRequiredAntiAffinity, present, pod)
            : withRequiredAntiAffinity,
        requested,
        nonZeroCpuMillis,
        nonZeroMemoryBytes,
        ports,
        claimUses);
  }

  private static PodList replaced(PodList some, PodInfo present, PodInfo pod) {
    return some.with(some.indexOf(present), pod);
  }

  private Map<String, Integer> counted(List<String> claims, int sign) {
    if (claims.isEmpty()) {
      return claimUses;
    }
    var counts = new TreeMap<>(claimUses);
    for (String claim : claims) {
      counts.merge(claim, sign, (a, b) -> a + b == 0 ? null : a + b);
    }
    return Collections.unmodifiableMap(counts);
  }
}
