package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.Snapshot;
import io.merapi.kube.topology.NodeLabels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which nodes of the latest snapshot share a domain, in the topologies that anybody has asked for;
 * used by one thread.
 *
 * <p>Worked out for all nodes when a topology is first asked for after nodes have changed.
 */
final class NodeDomains {

  /** In place of a domain: the node is in none, or alone in it. */
  private static final int NONE = -1;

  private final NodeChanges changes;
  private final Map<String, int[]> shared = new HashMap<>();
  private long version;

  NodeDomains(NodeChanges changes) {
    this.changes = changes;
  }

  /**
   * The number of the domain that a node is in together with others; below 0 where it is in none or
   * alone.
   */
  int shared(String topologyKey, int node) {
    if (version != changes.topologyVersion()) {
      version = changes.topologyVersion();
      shared.clear();
    }
    return shared.computeIfAbsent(topologyKey, key -> find(key, changes.latest()))[node];
  }

  /** A domain has the number of its first node. */
  private static int[] find(String topologyKey, Snapshot snapshot) {
    int[] found = new int[snapshot.nodeBound()];
    Arrays.fill(found, NONE);
    var firstNodes = new HashMap<String, Integer>();
    for (int node = 0; node < found.length; node++) {
      NodeInfo info = snapshot.node(node);
      String domain = info == null ? null : NodeLabels.of(info).get(topologyKey);
      Integer first = domain == null ? null : firstNodes.putIfAbsent(domain, node);
      if (first != null) {
        found[first] = first;
        found[node] = first;
      }
    }
    return found;
  }
}
