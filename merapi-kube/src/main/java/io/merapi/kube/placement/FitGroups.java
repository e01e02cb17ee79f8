package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.state.Snapshot;
import java.util.List;
import java.util.Objects;

/**
 * Of the nodes that the pods of one class fit as far as the class and the node itself decide, those
 * that filters by counts accept as well; asks about one node of each group of nodes that are alike.
 * Used by one thread.
 */
final class FitGroups implements Contenders {

  private final NodePartition partition;
  private final NodeDescriber describer;

  /** Nodes that fit and are in no group. */
  private final NodeSet waiting = new NodeSet();

  /** By the place of the group. */
  private boolean[] fits = new boolean[1];

  private int size;

  FitGroups(
      List<CycleKey<? extends ClusterCounts>> keys, NodeChanges changes, NodeDomains domains) {
    this.partition = new NodePartition(changes);
    this.describer = new NodeDescriber(keys, changes, domains);
  }

  /** Notes that a node has changed, and whether it fits as far as it decides itself. */
  void changed(int node, boolean mayFit) {
    partition.remove(node);
    if (mayFit) {
      waiting.add(node);
    } else {
      waiting.remove(node);
    }
  }

  /**
   * Asks filters about each group.
   *
   * @param candidates all nodes that fit as far as they decide themselves
   * @param filters those that go by counts
   * @throws Unanswered if a filter fails
   */
  void judge(PodAttempt attempt, Snapshot snapshot, NodeSet candidates, List<FilterPlugin> filters)
      throws Unanswered {
    if (describer.follow(attempt.state())) {
      partition.clear();
      putIn(candidates, snapshot);
    } else {
      putIn(waiting, snapshot);
    }
    waiting.clear();
    List<Group> groups = partition.groups();
    if (fits.length < groups.size()) {
      fits = new boolean[2 * groups.size()];
    }
    size = 0;
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      fits[i] = accept(filters, attempt, node(snapshot, group.best()));
      size += fits[i] ? group.size() : 0;
    }
  }

  private void putIn(NodeSet nodes, Snapshot snapshot) {
    for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
      partition.put(node, describer.describe(node(snapshot, node)), 0);
    }
  }

  private static NodeInfo node(Snapshot snapshot, int index) {
    return Objects.requireNonNull(snapshot.node(index));
  }

  private static boolean accept(List<FilterPlugin> filters, PodAttempt attempt, NodeInfo node)
      throws Unanswered {
    for (int i = 0; i < filters.size(); i++) {
      if (!ClassFit.accepts(filters.get(i), attempt, node)) {
        return false;
      }
    }
    return true;
  }

  /** How many nodes fit, as {@link #judge} found. */
  @Override
  public int size() {
    return size;
  }

  /** Whether a node fits, as {@link #judge} found. */
  @Override
  public boolean contains(int node) {
    Group group = partition.of(node);
    return group != null && fits[group.place()];
  }

  @Override
  public int any() {
    List<Group> groups = partition.groups();
    for (int i = 0; i < groups.size(); i++) {
      if (fits[i]) {
        return groups.get(i).best();
      }
    }
    throw new IllegalStateException("no node fits");
  }

  @Override
  public void forEachGroup(NodePartition others, GroupVisitor visitor) {
    List<Group> groups = others.groups();
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      // The groups of scores are the finer ones: all nodes of one fit, or none.
      if (contains(group.best())) {
        visitor.visit(group.best(), group.size());
      }
    }
  }
}
