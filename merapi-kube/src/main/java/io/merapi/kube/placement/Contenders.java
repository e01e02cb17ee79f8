package io.merapi.kube.placement;

import io.merapi.kube.placement.NodePartition.Group;

/** The nodes that an attempt chooses from: all that fit, or a sample of them. */
interface Contenders {

  /** No node. */
  int NONE = NodeBlocks.NONE;

  /** How many there are. */
  int size();

  boolean contains(int node);

  /** One of them; there must be one. */
  int any();

  /** The best of them in a group, by the totals of its partition; {@link #NONE} for none. */
  int best(Group group);

  /** How many of them are in a group. */
  int size(Group group);
}
