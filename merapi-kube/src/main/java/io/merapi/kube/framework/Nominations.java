package io.merapi.kube.framework;

import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pods that room is being made for on nodes, and that are not there yet. */
public interface Nominations {

  Nominations NONE = of(Map.of());

  /** The pods that are nominated to a node, in a defined order. */
  List<PodInfo> on(String nodeName);

  /** The nodes that pods are nominated to; some may not exist. */
  Set<String> nodes();

  /**
   * Nominations by the name of the node.
   *
   * @param pods not copied
   */
  static Nominations of(Map<String, List<PodInfo>> pods) {
    return new Nominations() {
      @Override
      public List<PodInfo> on(String nodeName) {
        return pods.getOrDefault(nodeName, List.of());
      }

      @Override
      public Set<String> nodes() {
        return pods.keySet();
      }
    };
  }
}
