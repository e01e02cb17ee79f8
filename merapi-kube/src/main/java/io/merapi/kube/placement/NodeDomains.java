package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.topology.DomainCounts;
import io.merapi.kube.topology.NodeLabels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which nodes share a domain, in the topologies that anybody has asked for; used by one thread.
 *
 * <p>Worked out for all nodes when a topology is first asked for after nodes have changed.
 */
public final class NodeDomains {

  /** In place of a domain: the node is in none, or alone in it. */
  private static final int NONE = -1;

  private final IndexedNodes nodes;
  private final Map<String, int[]> shared = new HashMap<>();
  private long version;

  public NodeDomains(IndexedNodes nodes) {
    this.nodes = nodes;
  }

  /**
   * The number of the domain that a node is in together with others; below 0 where it is in none or
   * alone.
   */
  int shared(String topologyKey, int node) {
    if (version != nodes.topologyVersion()) {
      version = nodes.topologyVersion();
      shared.clear();
    }
    int[] domains = shared.get(topologyKey);
    if (domains == null) {
      domains = find(topologyKey);
      shared.put(topologyKey, domains);
    }
    return domains[node];
  }

  /**
   * A domain has the number of one of its nodes. Most often hosts are labelled with the names of
   * their nodes, of which no two are the same: such a node shares its domain only with others that
   * are labelled with its name, so that it need not be kept to find it again.
   */
  private int[] find(String topologyKey) {
    int[] found = new int[nodes.bound()];
    Arrays.fill(found, NONE);
    // Counted from 1, because a domain that is not known has the number 0.
    var firstNodes = new DomainCounts();
    for (int node = 0; node < found.length; node++) {
      NodeInfo info = nodes.nodeAt(node);
      String domain = info == null ? null : NodeLabels.of(info).get(topologyKey);
      if (info == null || domain == null || domain.equals(info.name())) {
        continue;
      }
      int first = (int) firstNodes.get(domain) - 1;
      if (first < 0) {
        firstNodes.add(domain, node + 1);
      } else {
        found[first] = first;
        found[node] = first;
      }
    }
    addNamesakes(topologyKey, firstNodes, found);
    return found;
  }

  /** Puts nodes whose domains have their names to the others in these, if there are any. */
  private void addNamesakes(String topologyKey, DomainCounts firstNodes, int[] found) {
    for (int node = 0; firstNodes.size() > 0 && node < found.length; node++) {
      NodeInfo info = nodes.nodeAt(node);
      int first = info == null ? NONE : (int) firstNodes.get(info.name()) - 1;
      if (info != null && first >= 0 && info.name().equals(NodeLabels.of(info).get(topologyKey))) {
        found[first] = first;
        found[node] = first;
      }
    }
  }
}
