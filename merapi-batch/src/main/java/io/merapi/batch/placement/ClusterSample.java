package io.merapi.batch.placement;

import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.BestNodes;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sample of all nodes of a session, whose places are their indices. So it is a range of them,
 * which may go on from the last to the first.
 *
 * <p>Implementation note: nodes are counted 64 at a time, and the best comes from the totals that
 * are kept of the class. That a part of the nodes is scored by itself makes a difference only where
 * the greatest score is not among them, or where one that would fit has refused the role before;
 * then the nodes are scored one by one.
 */
final class ClusterSample implements NodeSample {

  private static final NodeSet NO_NODES = new NodeSet();

  private final int nodes;
  private final int enough;
  private NodeSet now = NO_NODES;
  private NodeSet later = NO_NODES;
  private NodeSet refused = NO_NODES;
  private int looked;

  /** Where the range begins. */
  private int start;

  /** Where it ends, or its first part does if it goes on from the first node. */
  private int end;

  /** Where its second part ends, which begins with the first node. */
  private int secondEnd;

  /** How many of the nodes that fit are still to be found, the one too many included. */
  private int wanted;

  ClusterSample(int nodes, int enough) {
    this.nodes = nodes;
    this.enough = enough;
  }

  @Override
  public void take(KnownClass known, Asked asked, @Nullable RoleRefusals refusals, int first)
      throws Unanswered {
    ClassFit fit = known.fit();
    now = fit.now();
    later = fit.later();
    refused = refusals == null ? NO_NODES : refusals.nodes();
    wanted = enough + 1;
    start = first;
    end = end(known, asked, start, nodes);
    secondEnd = wanted == 0 ? 0 : end(known, asked, 0, start);
    looked = end - start + secondEnd + (wanted == 0 ? 1 : 0);
    if (refusals != null) {
      keepRefusals(fit, refusals, start, end);
      keepRefusals(fit, refusals, 0, secondEnd);
    }
  }

  /**
   * The place of the last node that is wanted, or the given end where there are fewer. As many
   * nodes as are wanted are looked at in any case, so they can be asked at once.
   */
  private int end(KnownClass known, Asked asked, int from, int to) throws Unanswered {
    int at = from;
    while (at < to) {
      int soon = Math.min(at + wanted, to);
      known.want(at, soon, asked);
      known.learn(asked);
      int last = last(at, soon);
      if (wanted == 0) {
        return last;
      }
      at = soon;
    }
    return to;
  }

  /** The place of the last node that is wanted among some; the end of these if there are fewer. */
  private int last(int from, int to) {
    for (int word = from >>> 6; word << 6 < to; word++) {
      long fits = (now.word(word) | later.word(word)) & ~refused.word(word) & mask(word, from, to);
      int count = Long.bitCount(fits);
      if (count >= wanted) {
        int last = NodeSet.nth(wanted, fits);
        wanted = 0;
        return (word << 6) + last;
      }
      wanted -= count;
    }
    return to;
  }

  /** The bits of a word that stand for nodes of a range. */
  static long mask(int word, int from, int to) {
    long mask = word == from >>> 6 ? -1L << from : -1L;
    return word == to >>> 6 ? mask & ~(-1L << to) : mask;
  }

  private void keepRefusals(ClassFit fit, RoleRefusals refusals, int from, int to) {
    for (int word = from >>> 6; word << 6 < to; word++) {
      long known = now.word(word) | later.word(word) | refused.word(word);
      for (long rest = ~known & mask(word, from, to); rest != 0; rest &= rest - 1) {
        int node = (word << 6) + Long.numberOfTrailingZeros(rest);
        refusals.keep(node, fit.of(node));
      }
    }
  }

  @Override
  public int looked() {
    return looked;
  }

  @Override
  public int best(ClassScores scores) throws Unanswered {
    boolean apart = hasRefusedBefore(start, end) || hasRefusedBefore(0, secondEnd);
    if (!apart && scores.holdAmong(now, start, end, secondEnd)) {
      return scores.best(start, end, secondEnd);
    }
    int[] some = now();
    return some.length == 0 ? BestNodes.NONE : scores.bestOf(some);
  }

  /** Whether a node of a range that has room now has refused the role before. */
  private boolean hasRefusedBefore(int from, int to) {
    for (int word = from >>> 6; refused.size() > 0 && word << 6 < to; word++) {
      if ((now.word(word) & refused.word(word) & mask(word, from, to)) != 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int[] now() {
    return found(now);
  }

  @Override
  public int[] later() {
    return found(later);
  }

  private int[] found(NodeSet group) {
    int[] found = new int[Math.min(enough, group.size())];
    int first = copy(group, start, end, found, 0);
    return Arrays.copyOf(found, copy(group, 0, secondEnd, found, first));
  }

  private int copy(NodeSet group, int from, int to, int[] found, int count) {
    int place = count;
    for (int word = from >>> 6; word << 6 < to; word++) {
      long rest = group.word(word) & ~refused.word(word) & mask(word, from, to);
      for (; rest != 0; rest &= rest - 1) {
        found[place++] = (word << 6) + Long.numberOfTrailingZeros(rest);
      }
    }
    return place;
  }
}
