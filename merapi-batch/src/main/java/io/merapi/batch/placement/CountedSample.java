package io.merapi.batch.placement;

import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.NodePartition;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.placement.NodeSet;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sample of all nodes of a session for a task of a {@link CountedClass}: those that fit, from
 * some node on, until there are enough. So it is what groups have in a range, which may go on from
 * the last node to the first. Written over for every task; used by one thread.
 */
final class CountedSample implements FittingNodes {

  private static final NodeSet NO_NODES = new NodeSet();

  /** So many times 64 nodes are looked at together. */
  private static final int STEP = 8;

  private final NodePartition partition;
  private final NodeSet grouped;
  private final int all;
  private boolean[] accepted = {};

  /** Which of some nodes in a row fit, a bit for each. */
  private final long[] fitting = new long[STEP];

  /** Whether the nodes of all groups fit. */
  private boolean allFit;

  /** The one group whose nodes fit; absent where there are several, or none. */
  private @Nullable Group only;

  /** Nodes that need not be noted where they do not fit. */
  private NodeSet refused = NO_NODES;

  private boolean notesRefusing;

  /** How many of the nodes that fit are still to be found, the one too many included. */
  private int wanted;

  /** Where the range begins. */
  private int start;

  /** Where it ends, or its first part does if it goes on from the first node. */
  private int end;

  /** Where its second part ends, which begins with the first node. */
  private int secondEnd;

  private int[] refusing = new int[16];
  private int refusingCount;

  /**
   * @param grouped the nodes that are in groups
   * @param all how many nodes there are
   */
  CountedSample(NodePartition partition, NodeSet grouped, int all) {
    this.partition = partition;
    this.grouped = grouped;
    this.all = all;
  }

  /**
   * Looks at nodes until one more than enough is found, as upstream does, and leaves that out.
   *
   * @param fits by the place of a group, whether its nodes fit
   * @param refusals what nodes have had against the role of the task; null where that is not kept
   */
  void take(int first, int enough, boolean[] fits, @Nullable RoleRefusals refusals) {
    accepted = fits;
    judgeGroups();
    notesRefusing = refusals != null;
    refused = refusals == null ? NO_NODES : refusals.nodes();
    refusingCount = 0;
    wanted = enough + 1;
    start = first;
    end = end(first, all);
    secondEnd = wanted == 0 ? 0 : end(0, first);
  }

  private void judgeGroups() {
    List<Group> groups = partition.groups();
    int accepting = 0;
    for (int i = 0; i < groups.size(); i++) {
      if (accepted[i]) {
        only = groups.get(i);
        accepting++;
      }
    }
    allFit = accepting == groups.size();
    only = accepting == 1 ? only : null;
  }

  /** The place of the last node that is wanted, or the given end where there are fewer. */
  private int end(int from, int to) {
    if (allFit && grouped.size() == all) {
      int last = from + wanted - 1;
      wanted = last < to ? 0 : wanted - (to - from);
      return Math.min(last, to);
    }
    Group group = only;
    if (!notesRefusing && (allFit || group != null)) {
      int last = group == null ? grouped.nth(wanted, from, to) : group.nth(wanted, from, to);
      wanted = last < 0 ? wanted - ~last : 0;
      return last < 0 ? to : last;
    }
    for (int place = from >>> 6; place << 6 < to; place += STEP) {
      partition.write(accepted, fitting, place);
      for (int word = place; word < place + STEP && word << 6 < to; word++) {
        int last = last(word, fitting[word - place], ClusterSample.mask(word, from, to));
        if (wanted == 0) {
          return last;
        }
      }
    }
    return to;
  }

  /**
   * The place of the last node that is wanted, if it is one of 64 in a row.
   *
   * @param fitting which of them fit, a bit for each
   * @param range which of them are looked at
   */
  private int last(int word, long fitting, long range) {
    long fits = fitting & range;
    int count = Long.bitCount(fits);
    if (count < wanted) {
      wanted -= count;
      note(word, ~fits & range);
      return NONE;
    }
    int last = NodeSet.nth(wanted, fits);
    wanted = 0;
    note(word, ~fits & range & ((1L << last) - 1));
    return (word << 6) + last;
  }

  private void note(int word, long unfit) {
    if (!notesRefusing) {
      return;
    }
    for (long rest = unfit & ~refused.word(word); rest != 0; rest &= rest - 1) {
      if (refusingCount == refusing.length) {
        refusing = Arrays.copyOf(refusing, 2 * refusingCount);
      }
      refusing[refusingCount++] = (word << 6) + Long.numberOfTrailingZeros(rest);
    }
  }

  /** The first of some nodes that it has got to; below 0 for none. */
  int first(NodeSet some) {
    int node = some.next(start, end);
    return node >= 0 ? node : some.next(0, secondEnd);
  }

  /** How many nodes were looked at. */
  int looked() {
    return end - start + secondEnd + (wanted == 0 ? 1 : 0);
  }

  /** How many of them have something against the task that is not kept for its role yet. */
  int refusingCount() {
    return refusingCount;
  }

  /** One of these. */
  int refusing(int count) {
    return refusing[count];
  }

  @Override
  public int best(Group group) {
    return accepted[group.place()] ? group.best(start, end, secondEnd) : NONE;
  }

  @Override
  public int size(Group group) {
    return accepted[group.place()] ? group.count(start, end, secondEnd) : 0;
  }

  @Override
  public boolean hasSeveral(Group group) {
    return accepted[group.place()] && group.hasSeveral(start, end, secondEnd);
  }

  @Override
  public void write(Group group, int[] to) {
    int count = 0;
    for (int node = group.next(0); node >= 0; node = group.next(node + 1)) {
      if (node < secondEnd || (node >= start && node < end)) {
        to[count++] = node;
      }
    }
  }

  @Override
  public int[] inOrder() {
    return IntStream.concat(IntStream.range(start, end), IntStream.range(0, secondEnd))
        .filter(node -> {
          Group group = partition.of(node);
          return group != null && accepted[group.place()];
        })
        .toArray();
  }
}
