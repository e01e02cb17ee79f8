package io.merapi.kube.plugins.nodedeclaredfeatures;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.PodSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The features of nodes that a pod needs, by name in alphabetical order.
 *
 * <p>Nodes may declare more features than these; the others matter only to updates of running pods.
 * Upstream counterpart: {@code k8s.io/component-helpers/nodedeclaredfeatures}.
 */
record NeededFeatures(List<String> names) {

  private static final String RESTART_ALL_CONTAINERS = "RestartAllContainersOnContainerExits";
  private static final String USER_NAMESPACES_HOST_NETWORK = "UserNamespacesHostNetworkSupport";

  NeededFeatures {
    names = List.copyOf(names);
  }

  static NeededFeatures of(PodSpec spec) {
    var names = new ArrayList<String>();
    if (restartsAll(spec.containers()) || restartsAll(spec.initContainers())) {
      names.add(RESTART_ALL_CONTAINERS);
    }
    if (spec.hostNetwork() && Boolean.FALSE.equals(spec.hostUsers())) {
      names.add(USER_NAMESPACES_HOST_NETWORK);
    }
    return new NeededFeatures(names);
  }

  private static boolean restartsAll(List<Container> containers) {
    return containers.stream().anyMatch(Container::restartsAllContainers);
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /**
   * Whether all are among the features of a node.
   *
   * <p>Both lists are walked once, side by side, because nodes declare their features in order. One
   * that stands out of order may be passed over, as upstream passes it over.
   */
  boolean areDeclaredBy(List<String> declared) {
    int next = 0;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      while (next < declared.size() && declared.get(next).compareTo(name) < 0) {
        next++;
      }
      if (next == declared.size() || !declared.get(next).equals(name)) {
        return false;
      }
      next++;
    }
    return true;
  }
}
