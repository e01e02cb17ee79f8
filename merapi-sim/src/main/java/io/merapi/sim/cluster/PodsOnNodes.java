package io.merapi.sim.cluster;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Which pods are on which node, and have not ended. */
final class PodsOnNodes {

  private final ObjectStore store;
  private final Map<String, Set<String>> keys = new HashMap<>();

  PodsOnNodes(ObjectStore store) {
    this.store = store;
    store.watch(this::see);
  }

  private void see(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Pod pod) when pod.assigned() && !pod.terminated() ->
          keys.computeIfAbsent(pod.nodeName(), _ -> new LinkedHashSet<>()).add(pod.key());
      case ObjectEvent.Applied(Pod pod) when pod.assigned() -> forget(pod);
      case ObjectEvent.Deleted(Pod pod) when pod.assigned() -> forget(pod);
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  private void forget(Pod pod) {
    Set<String> there = keys.get(pod.nodeName());
    if (there != null && there.remove(pod.key()) && there.isEmpty()) {
      keys.remove(pod.nodeName());
    }
  }

  /** The pods on a node, in the order in which they came there. */
  List<Pod> on(String nodeName) {
    return keys.getOrDefault(nodeName, Set.of()).stream()
        .map(key -> store.find(Pod.class, ObjectKind.POD, key))
        .filter(Objects::nonNull)
        .toList();
  }
}
