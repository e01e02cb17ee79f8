package io.merapi.batch.placement;

import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.NodeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes a sample of the nodes where evictions may make room for a task, from what is known of its
 * class; counted 64 nodes at a time.
 */
final class EvictionSample {

  private static final NodeSet NO_NODES = new NodeSet();

  private final EvictionClass known;
  private final NodeSet passedOver;
  private final @Nullable RoleRefusals refusals;
  private final NodeSet refused;
  private final NodeSet found = new NodeSet();
  private int looked;

  /** How many of the nodes that fit are still to be found, the one too many included. */
  private int wanted;

  private EvictionSample(
      EvictionClass known, NodeSet passedOver, @Nullable RoleRefusals refusals, int enough) {
    this.known = known;
    this.passedOver = passedOver;
    this.refusals = refusals;
    this.refused = refusals == null ? NO_NODES : refusals.nodes();
    this.wanted = enough + 1;
  }

  /**
   * Looks at nodes until one more than enough is found, as upstream does, and leaves that out.
   *
   * @param all how many nodes there are
   * @param passedOver those that do not count among them, not even as looked at; some must be left
   * @param search which is told how many were looked at
   * @param refusals what nodes had against the role of the task, and have by now; null where that
   *     is not remembered
   */
  static FoundNodes take(
      EvictionClass known,
      int all,
      NodeSet passedOver,
      NodeSearch search,
      @Nullable RoleRefusals refusals) {
    int size = all - passedOver.size();
    int start = nodeAt(search.start() % size, passedOver);
    var sample = new EvictionSample(known, passedOver, refusals, search.enough(size));
    sample.look(start, all);
    sample.look(0, start);
    search.looked(sample.looked, size);
    return new FoundNodes(known, sample.found, start);
  }

  /** The node at a place among those that are not passed over. */
  private static int nodeAt(int place, NodeSet passedOver) {
    int node = place;
    for (int one = passedOver.next(0); one >= 0 && one <= node; one = passedOver.next(one + 1)) {
      node++;
    }
    return node;
  }

  private void look(int from, int end) {
    for (int word = from >>> 6; wanted > 0 && word << 6 < end; word++) {
      long range = ClusterSample.mask(word, from, end) & ~passedOver.word(word);
      long fitting = known.fitting().word(word);
      long fits = fitting & ~refused.word(word) & range;
      int count = Long.bitCount(fits);
      if (count >= wanted) {
        long last = last(fits);
        range &= last | (last - 1);
        fits &= last - 1;
      }
      wanted -= Math.min(count, wanted);
      looked += Long.bitCount(range);
      for (long rest = fits; rest != 0; rest &= rest - 1) {
        found.add((word << 6) + Long.numberOfTrailingZeros(rest));
      }
      keepRefusals(word, range & ~fitting & ~refused.word(word));
    }
  }

  /** The bit of the last node that is wanted. */
  private long last(long fits) {
    long rest = fits;
    for (int i = 1; i < wanted; i++) {
      rest &= rest - 1;
    }
    return Long.lowestOneBit(rest);
  }

  private void keepRefusals(int word, long refusing) {
    for (long rest = refusing; refusals != null && rest != 0; rest &= rest - 1) {
      int node = (word << 6) + Long.numberOfTrailingZeros(rest);
      refusals.keep(node, known.fit(node));
    }
  }
}
