package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import java.util.List;

/**
 * Where the next search begins, so that a search that stops early does not always find the same
 * nodes; shared by the profiles of one scheduler.
 */
public final class NodeRotation {

  private int next;

  /** The place of the first node to look at, to be taken modulo the number of nodes. */
  public int start() {
    return next;
  }

  /** The index of the first node to look at; it may take a walk over all nodes. */
  int firstIndex(ClusterView cluster) {
    List<NodeInfo> nodes = cluster.nodes();
    return nodes.get(next % nodes.size()).index();
  }

  /** Notes that a search looked at so many of the nodes. */
  public void advance(int looked, int nodes) {
    next = (next + looked) % nodes;
  }
}
