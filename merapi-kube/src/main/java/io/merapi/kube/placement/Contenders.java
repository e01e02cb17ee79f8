package io.merapi.kube.placement;

import io.merapi.kube.placement.NodePartition.Group;

/** The nodes that an attempt chooses from: all that fit, or a sample of them. */
interface Contenders {

  /** How many there are. */
  int size();

  boolean contains(int node);

  /** One of them; there must be one. */
  int any();

  /** Visits each group of a partition that has some of them in it. */
  void forEachGroup(NodePartition partition, GroupVisitor visitor);

  /** What is done with those of a group. */
  @FunctionalInterface
  interface GroupVisitor {

    /**
     * Called for a group.
     *
     * @param group of the partition
     * @param best the best of them by the totals of the partition
     * @param size how many of them are in the group
     */
    void visit(Group group, int best, int size);
  }
}
