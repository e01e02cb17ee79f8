package io.merapi.batch.placement;

import io.merapi.kube.placement.NodePartition;
import io.merapi.kube.placement.NodePartition.Group;
import java.util.stream.IntStream;

/**
 * All nodes of the groups of a {@link CountedClass} that counts let it in to, in the session's
 * order. Written over for every task; used by one thread.
 */
final class AcceptedNodes implements FittingNodes {

  private final NodePartition partition;
  private final int all;

  /** By the place of the group. */
  private boolean[] accepted = new boolean[1];

  /**
   * @param all how many nodes there are
   */
  AcceptedNodes(NodePartition partition, int all) {
    this.partition = partition;
    this.all = all;
  }

  /** Begins anew, with a place for the answer to each group that there is now. */
  boolean[] begin() {
    int groups = partition.groups().size();
    if (accepted.length < groups) {
      accepted = new boolean[2 * groups];
    }
    return accepted;
  }

  /** The answers, by the place of the group; not to be changed. */
  boolean[] byGroup() {
    return accepted;
  }

  @Override
  public int best(Group group) {
    return accepted[group.place()] ? group.best() : NONE;
  }

  @Override
  public int size(Group group) {
    return accepted[group.place()] ? group.size() : 0;
  }

  @Override
  public boolean hasSeveral(Group group) {
    return size(group) > 1;
  }

  @Override
  public void write(Group group, int[] to) {
    int place = 0;
    for (int node = group.next(0); node >= 0; node = group.next(node + 1)) {
      to[place++] = node;
    }
  }

  @Override
  public int[] inOrder() {
    return IntStream.range(0, all)
        .filter(node -> {
          Group group = partition.of(node);
          return group != null && accepted[group.place()];
        })
        .toArray();
  }
}
