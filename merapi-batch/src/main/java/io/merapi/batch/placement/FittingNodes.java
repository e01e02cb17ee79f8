package io.merapi.batch.placement;

import io.merapi.kube.placement.NodePartition.Group;

/**
 * The nodes that a task of a {@link CountedClass} fits, group by group: all or a sample of them.
 */
interface FittingNodes {

  /** No node. */
  int NONE = -1;

  /** The best of them in a group; {@link #NONE} where it has none of them. */
  int best(Group group);

  /** How many of them are in a group. */
  int size(Group group);

  /** Whether more than one of them is in a group. */
  boolean hasSeveral(Group group);

  /**
   * Writes down those in a group, in no particular order.
   *
   * @param to has room for all of them
   */
  void write(Group group, int[] to);

  /** All of them, in the order in which the definition finds them. */
  int[] inOrder();
}
