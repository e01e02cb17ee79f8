package io.merapi.api.node;

import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The pods of a node in the order of their arrival, with what they add up to; immutable.
 *
 * <p>Implementation note: a change copies the array of pods, a hundred references or so, and
 * nothing else that the pod has no part in. Amounts are kept without zeros, so that they depend on
 * the pods that are there and not on those that have been.
 *
 * @param withAffinity those with terms of affinity or anti-affinity to pods
 * @param withRequiredAntiAffinity those with required terms of anti-affinity
 * @param claimUses how many volumes of the pods name a claim, by its key
 */
record PodsOnNode(
    List<PodInfo> pods,
    List<PodInfo> withAffinity,
    List<PodInfo> withRequiredAntiAffinity,
    ResourceAmounts requested,
    long nonZeroCpuMillis,
    long nonZeroMemoryBytes,
    HostPorts ports,
    Map<String, Integer> claimUses) {

  static PodsOnNode none(ResourceDictionary dictionary) {
    return new PodsOnNode(
        List.of(),
        List.of(),
        List.of(),
        ResourceAmounts.none(dictionary),
        0,
        0,
        HostPorts.NONE,
        Map.of());
  }

  /** The position of a pod, or -1. */
  int find(String key) {
    for (int i = 0; i < pods.size(); i++) {
      if (pods.get(i).key().equals(key)) {
        return i;
      }
    }
    return -1;
  }

  PodsOnNode append(PodInfo pod) {
    PodInfo[] more = Arrays.copyOf(pods.toArray(PodInfo[]::new), pods.size() + 1);
    more[pods.size()] = pod;
    PodRequests asked = pod.requests();
    return of(
        more,
        pod,
        requested.plus(asked.requests()).withoutZeros(),
        nonZeroCpuMillis + asked.nonZeroCpuMillis(),
        nonZeroMemoryBytes + asked.nonZeroMemoryBytes(),
        ports.plus(pod.hostPorts()),
        counted(pod.claimKeys(), 1));
  }

  PodsOnNode remove(int position) {
    PodInfo pod = pods.get(position);
    var rest = new PodInfo[pods.size() - 1];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = pods.get(i < position ? i : i + 1);
    }
    PodRequests asked = pod.requests();
    return of(
        rest,
        pod,
        requested.minus(asked.requests()).withoutZeros(),
        nonZeroCpuMillis - asked.nonZeroCpuMillis(),
        nonZeroMemoryBytes - asked.nonZeroMemoryBytes(),
        ports.minus(pod.hostPorts()),
        counted(pod.claimKeys(), -1));
  }

  /** Puts another form of the same pod, of the same class, in its place. */
  PodsOnNode replace(int position, PodInfo pod) {
    PodInfo[] same = pods.toArray(PodInfo[]::new);
    same[position] = pod;
    return of(same, pod, requested, nonZeroCpuMillis, nonZeroMemoryBytes, ports, claimUses);
  }

  private PodsOnNode of(
      PodInfo[] now,
      PodInfo touched,
      ResourceAmounts amounts,
      long cpuMillis,
      long memoryBytes,
      HostPorts taken,
      Map<String, Integer> claims) {
    List<PodInfo> all = list(now);
    return new PodsOnNode(
        all,
        touched.hasPodAffinity() ? those(all, PodInfo::hasPodAffinity) : withAffinity,
        touched.hasRequiredPodAntiAffinity()
            ? those(all, PodInfo::hasRequiredPodAntiAffinity)
            : withRequiredAntiAffinity,
        amounts,
        cpuMillis,
        memoryBytes,
        taken,
        claims);
  }

  private static List<PodInfo> those(List<PodInfo> pods, Predicate<PodInfo> condition) {
    return list(pods.stream().filter(condition).toArray(PodInfo[]::new));
  }

  private static List<PodInfo> list(PodInfo[] pods) {
    return Collections.unmodifiableList(Arrays.asList(pods));
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
