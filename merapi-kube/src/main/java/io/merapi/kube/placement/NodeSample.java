package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.state.ClusterContents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The nodes that an attempt chooses from where so many are enough: the first that fit, from some
 * node on. Written over in every attempt; used by one thread.
 *
 * <p>Filters are asked only about nodes that are looked at, so a class of a few pods costs no more
 * than its samples.
 */
final class NodeSample implements Contenders {

  private static final int NONE = -1;

  private final NodeChanges changes;
  private int[] nodes = new int[0];
  private int size;
  private int looked;
  private int first;
  private int last;

  /** The same nodes, once somebody has asked for one of them. */
  private final NodeSet members = new NodeSet();

  /** By the place of the group. */
  private int[] best = new int[0];

  private long[] totals = new long[0];
  private int[] counts = new int[0];

  NodeSample(NodeChanges changes) {
    this.changes = changes;
  }

  /**
   * Looks at nodes until enough fit.
   *
   * @param fit of the pod's class, where it decides
   * @param excluded nodes that do not fit for another reason
   * @param from the index of the node to begin with
   * @throws Unanswered if a filter fails
   */
  void take(
      PodAttempt attempt,
      ClusterContents contents,
      Nominations nominations,
      ClassFit fit,
      NodeSet excluded,
      int from,
      int enough)
      throws Unanswered {
    if (nodes.length != enough) {
      nodes = new int[enough];
    }
    members.clear();
    size = 0;
    first = from;
    boolean judged = false;
    int bound = contents.nodeBound();
    // Beyond the bound it goes on from the beginning.
    int below = from + bound;
    int at = from;
    while (size < enough && at < below) {
      int base = at < bound ? 0 : bound;
      int end = at < bound ? bound : from;
      int low = at - base;
      // As many nodes as are missing are looked at in any case, so they can be at once.
      int soon = Math.min(low + enough - size, end);
      boolean news = fit.learn(attempt, contents, nominations, low, soon);
      if (news || !judged) {
        fit.judge(attempt, contents);
        judged = true;
      }
      at = base + take(fit.groups().fitting(), excluded, low, fit.firstUnknown(soon, end));
    }
    boolean found = size == enough;
    last = found ? nodes[size - 1] : from - 1;
    looked = found ? lookedAt(contents.nodeBound()) : contents.nodeCount();
  }

  /**
   * Takes nodes that fit until there are enough of them.
   *
   * @param from the lowest index to look at
   * @param below the lowest above it that is not looked at
   * @return the lowest index that was not looked at
   */
  private int take(NodeSet fitting, NodeSet excluded, int from, int below) {
    int end = fitting.copy(from, below, nodes, size);
    int next = end == nodes.length ? nodes[end - 1] + 1 : below;
    if (excluded.size() == 0) {
      size = end;
      return next;
    }
    for (int i = size; i < end; i++) {
      if (!excluded.contains(nodes[i])) {
        nodes[size++] = nodes[i];
      }
    }
    return next;
  }

  private int lookedAt(int bound) {
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

  /** The nodes in the order in which they were looked at. */
  List<NodeInfo> inOrder(ClusterContents contents) {
    var list = new ArrayList<NodeInfo>(size);
    for (int i = 0; i < size; i++) {
      list.add(Objects.requireNonNull(contents.node(nodes[i])));
    }
    return list;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean contains(int node) {
    if (members.size() < size) {
      for (int i = 0; i < size; i++) {
        members.add(nodes[i]);
      }
    }
    return members.contains(node);
  }

  @Override
  public int any() {
    return nodes[0];
  }

  @Override
  public void forEachGroup(NodePartition partition, GroupVisitor visitor) {
    int groups = partition.groups().size();
    if (best.length < groups) {
      best = new int[2 * groups];
      totals = new long[2 * groups];
      counts = new int[2 * groups];
    }
    Arrays.fill(best, 0, groups, NONE);
    Arrays.fill(counts, 0, groups, 0);
    for (int i = 0; i < size; i++) {
      int node = nodes[i];
      Group group = partition.of(node);
      if (group != null) {
        int place = group.place();
        long total = partition.total(node);
        counts[place]++;
        if (best[place] == NONE
            || total > totals[place]
            || (total == totals[place] && changes.wins(node, best[place]))) {
          best[place] = node;
          totals[place] = total;
        }
      }
    }
    for (int place = 0; place < groups; place++) {
      if (best[place] != NONE) {
        visitor.visit(best[place], counts[place]);
      }
    }
  }
}
