package io.merapi.kube.placement;

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

  /** The index of the first of some nodes to look at. */
  int firstIndex(NodeChanges nodes) {
    return nodes.indexOf(next % nodes.count());
  }

  /** Notes that a search looked at so many of the nodes. */
  public void advance(int looked, int nodes) {
    next = (next + looked) % nodes;
  }
}
