package io.merapi.batch.placement;

import io.merapi.kube.placement.NodeSet;

/** Nodes in the order of their scores, best first, to be gone through once. */
@FunctionalInterface
public interface NodesByScore {

  /** No node. */
  int NONE = -1;

  /**
   * The next node of some, after the one before; {@link #NONE} where there is none left.
   *
   * @param some may be others each time
   */
  int next(NodeSet some);
}
