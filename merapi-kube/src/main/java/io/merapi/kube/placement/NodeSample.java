package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.state.Snapshot;
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
      Snapshot snapshot,
      Nominations nominations,
      ClassFit fit,
      NodeSet excluded,
      int from,
      int enough)
      throws Unanswered {
    if (nodes.length < enough) {
      nodes = new int[enough];
    }
    members.clear();
    size = 0;
    looked = 0;
    first = from;
    last = from - 1;
    while (size < enough && looked < snapshot.nodeCount()) {
      // As many nodes as are missing are looked at in any case, so they can be at once.
      int end = size + Math.min(enough - size, snapshot.nodeCount() - looked);
      for (int i = size; i < end; i++) {
        last = changes.nodeFrom(last + 1);
        nodes[i] = last;
      }
      boolean news = fit.learn(attempt, snapshot, nominations, nodes, size, end);
      if (news || looked == 0) {
        fit.judge(attempt, snapshot);
      }
      looked += end - size;
      keepThoseThatFit(end, fit.groups(), excluded);
    }
  }

  private void keepThoseThatFit(int end, FitGroups fit, NodeSet excluded) {
    for (int i = size; i < end; i++) {
      if (fit.contains(nodes[i]) && !excluded.contains(nodes[i])) {
        nodes[size++] = nodes[i];
      }
    }
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
  List<NodeInfo> inOrder(Snapshot snapshot) {
    var list = new ArrayList<NodeInfo>(size);
    for (int i = 0; i < size; i++) {
      list.add(Objects.requireNonNull(snapshot.node(nodes[i])));
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
      counts = new int[2 * groups];
    }
    Arrays.fill(best, 0, groups, NONE);
    Arrays.fill(counts, 0, groups, 0);
    for (int i = 0; i < size; i++) {
      Group group = partition.of(nodes[i]);
      if (group != null) {
        int place = group.place();
        counts[place]++;
        if (best[place] == NONE || partition.wins(nodes[i], best[place])) {
          best[place] = nodes[i];
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
