package io.merapi.api.node;

import io.merapi.api.pod.PodInfo;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the pods of a node use that most pods do not; immutable. It is one thing, because there are
 * as many forms of nodes as there are placements.
 *
 * @param claims how many volumes of the pods name a claim, by the claim's key
 */
record PodUses(HostPorts ports, Map<String, Integer> claims) {

  static final PodUses NONE = new PodUses(HostPorts.NONE, Map.of());

  PodUses plus(PodInfo pod) {
    return usesNothing(pod)
        ? this
        : new PodUses(ports.plus(pod.hostPorts()), counted(pod.claimKeys(), 1));
  }

  PodUses minus(PodInfo pod) {
    return usesNothing(pod)
        ? this
        : new PodUses(ports.minus(pod.hostPorts()), counted(pod.claimKeys(), -1));
  }

  private static boolean usesNothing(PodInfo pod) {
    return pod.hostPorts().isEmpty() && pod.claimKeys().isEmpty();
  }

  private Map<String, Integer> counted(List<String> keys, int sign) {
    if (keys.isEmpty()) {
      return claims;
    }
    var counts = new TreeMap<>(claims);
    for (String key : keys) {
      counts.merge(key, sign, (a, b) -> a + b == 0 ? null : a + b);
    }
    return Collections.unmodifiableMap(counts);
  }
}
