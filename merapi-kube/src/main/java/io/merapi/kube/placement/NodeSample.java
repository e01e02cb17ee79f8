package io.merapi.kube.placement;

import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.state.ClusterContents;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that an attempt chooses from where so many are enough: the first that fit, from some
 * node on. Written over in every attempt; used by one thread.
 *
 * <p>Filters are asked only about nodes that are looked at, so a class of a few pods costs no more
 * than its samples.
 */
final class NodeSample implements Contenders {

  /** So many times 64 nodes are looked at together. */
  private static final int STEP = 8;

  private final NodeChanges changes;
  private final long[] fitting = new long[STEP];

  /** The groups of nodes that fit, of the class of the attempt. */
  private @Nullable FitGroups groups;

  private int size;
  private int looked;
  private int first;
  private int last;
  private int bound;

  NodeSample(NodeChanges changes) {
    this.changes = changes;
  }

  /**
   * Looks at nodes until enough fit.
   *
   * @param fit of the pod's class, where it decides
   * @param from the index of the node to begin with
   * @throws Unanswered if a filter fails
   */
  void take(
      PodAttempt attempt,
      ClusterContents contents,
      Nominations nominations,
      ClassFit fit,
      int from,
      int enough)
      throws Unanswered {
    FitGroups fits = fit.groups();
    groups = fits;
    size = 0;
    first = from;
    bound = contents.nodeBound();
    boolean judged = false;
    // Beyond the bound it goes on from the beginning.
    int below = from + bound;
    int at = from;
    while (size < enough && at < below) {
      int base = at < bound ? 0 : bound;
      int end = at < bound ? bound : from;
      int low = at - base;
      // As many nodes as are missing are looked at in any case, and most often as many as the last
      // time, so they can be at once.
      int soon = Math.min(low + Math.max(enough - size, from + fits.reach() - at), end);
      boolean news = fit.learn(attempt, contents, nominations, low, soon);
      if (!judged) {
        fit.judge(attempt, contents);
        judged = true;
      } else if (news) {
        fit.judgeMore(attempt, contents);
      }
      at = base + take(fits, low, fit.firstUnknown(soon, end), enough);
    }
    fits.reached(at - from);
    boolean found = size == enough;
    last = found ? last : from - 1;
    looked = found ? lookedAt() : contents.nodeCount();
  }

  /**
   * Takes nodes that fit until there are enough of them.
   *
   * @param from the lowest index to look at
   * @param below the lowest above it that is not looked at
   * @return the lowest index that was not looked at
   */
  private int take(FitGroups fits, int from, int below, int enough) {
    Group only = fits.only();
    if (only != null) {
      return take(only, from, below, enough);
    }
    for (int place = from >>> 6; place << 6 < below; place += STEP) {
      fits.writeFitting(fitting, place);
      for (int i = 0; i < STEP; i++) {
        int node = (place + i) << 6;
        take(NodeSet.between(fitting[i], from - node, below - node), node, enough);
        if (size == enough) {
          return last + 1;
        }
      }
    }
    return below;
  }

  private int take(Group group, int from, int below, int enough) {
    int found = group.nth(enough - size, from, below);
    if (found < 0) {
      size += ~found;
      return below;
    }
    size = enough;
    last = found;
    return last + 1;
  }

  /**
   * Takes nodes until there are enough of them.
   *
   * @param nodes a bit for each that fits
   * @param index of the node of the lowest bit
   */
  private void take(long nodes, int index, int enough) {
    int more = Long.bitCount(nodes);
    if (size + more < enough) {
      size += more;
      return;
    }
    last = index + NodeSet.nth(enough - size, nodes);
    size = enough;
  }

  private int lookedAt() {
    return first <= last
        ? changes.nodesBetween(first, last + 1)
        : changes.nodesBetween(first, bound) + changes.nodesBetween(0, last + 1);
  }

  /** How many nodes were looked at. */
  int looked() {
    return looked;
  }

  /** Whether a node is one of those that were looked at. */
  boolean hasLookedAt(int node) {
    if (first > last) {
      return node >= first || node <= last;
    }
    return node >= first && node <= last;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean contains(int node) {
    return hasLookedAt(node) && groups().contains(node);
  }

  @Override
  public int any() {
    int node = first;
    while (!groups().contains(node)) {
      node = node + 1 < bound ? node + 1 : 0;
    }
    return node;
  }

  private FitGroups groups() {
    return Objects.requireNonNull(groups);
  }

  @Override
  public int best(Group group) {
    return mayHave(group) ? group.best(first, firstEnd(), secondEnd()) : NONE;
  }

  @Override
  public int size(Group group) {
    return mayHave(group) ? group.count(first, firstEnd(), secondEnd()) : 0;
  }

  /** Whether nodes of a group fit; there may be none of them among these. */
  private boolean mayHave(Group group) {
    // The groups of scores are the finer ones: all nodes of one fit, or none.
    return groups().contains(group.any());
  }

  private int firstEnd() {
    return first > last ? bound : last + 1;
  }

  private int secondEnd() {
    return first > last ? last + 1 : 0;
  }
}
