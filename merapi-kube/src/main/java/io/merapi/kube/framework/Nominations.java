package io.merapi.kube.framework;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.persistent.PersistentMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods that room is being made for on nodes, and that are not there yet. */
public interface Nominations {

  Nominations NONE = of(Map.of());

  /**
   * The pods by the name of the node that they are nominated to, in a defined order; some nodes may
   * not exist. A list that has not changed is the same object as before.
   */
  PersistentMap<String, List<PodInfo>> byNode();

  /** The node that a pod is nominated to; absent for none. */
  @Nullable String nodeOf(PodInfo pod);

  /** The pods that are nominated to a node, in a defined order. */
  default List<PodInfo> on(String nodeName) {
    PersistentMap<String, List<PodInfo>> byNode = byNode();
    // Mostly there are none, and this is asked for node after node.
    List<PodInfo> pods = byNode.isEmpty() ? null : byNode.get(nodeName);
    return pods == null ? List.of() : pods;
  }

  /** Nominations by the name of the node. */
  static Nominations of(Map<String, List<PodInfo>> pods) {
    PersistentMap<String, List<PodInfo>> byNode = PersistentMap.empty();
    for (Map.Entry<String, List<PodInfo>> entry : pods.entrySet()) {
      byNode = byNode.with(entry.getKey(), List.copyOf(entry.getValue()));
    }
    return new FixedNominations(byNode);
  }
}
