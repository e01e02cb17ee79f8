package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.state.ClusterContents;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Of the nodes that the pods of one class fit as far as the class and the node itself decide, those
 * that filters by counts accept as well; asks about one node of each group of nodes that are alike.
 * Used by one thread.
 */
final class FitGroups implements Contenders {

  /** Never added to. */
  private static final NodeSet NO_NODES = new NodeSet();

  private final AttemptCounts counts;
  private final NodePartition partition;
  private final NodeDescriber describer;

  /** Nodes that fit and are in no group. */
  private final NodeSet waiting = new NodeSet();

  /** All nodes, where nothing is counted that tells one from another: they need no groups. */
  private @Nullable NodeSet alike;

  /** By the place of the group. */
  private boolean[] fits = new boolean[1];

  private int size;

  /**
   * The nodes of the groups that fit, kept for samples only: where a group begins to fit or no
   * longer does, each of its nodes is touched.
   */
  private final @Nullable NodeSet fitting;

  /**
   * @param sampled whether it is asked for the nodes that fit one after the other
   */
  FitGroups(
      List<CycleKey<? extends ClusterCounts>> keys,
      NodeChanges changes,
      NodeDomains domains,
      boolean sampled) {
    this.counts = new AttemptCounts(keys);
    // One node speaks for its group, no matter which.
    this.partition = new NodePartition(changes, false);
    this.fitting = sampled ? new NodeSet() : null;
    this.describer = new NodeDescriber(keys.size(), changes, domains);
  }

  /** Notes that a node has changed, and whether it fits as far as it decides itself. */
  void changed(int node, boolean mayFit) {
    partition.remove(node);
    if (fitting != null) {
      fitting.remove(node);
    }
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
  void judge(
      PodAttempt attempt, ClusterContents contents, NodeSet candidates, List<FilterPlugin> filters)
      throws Unanswered {
    boolean others = describer.follow(counts.of(attempt.state()));
    if (others) {
      partition.clear();
      if (fitting != null) {
        fitting.clear();
      }
    }
    if (describer.tellsApart()) {
      alike = null;
      partition.reserve(contents.nodeBound());
      putIn(others ? candidates : waiting, contents);
      judgeGroups(attempt, contents, filters);
    } else {
      alike = candidates;
      int any = candidates.next(0);
      fits[0] = any >= 0 && accept(filters, attempt, node(contents, any));
      size = fits[0] ? candidates.size() : 0;
    }
    waiting.clear();
  }

  private void judgeGroups(PodAttempt attempt, ClusterContents contents, List<FilterPlugin> filters)
      throws Unanswered {
    List<Group> groups = partition.groups();
    if (fits.length < groups.size()) {
      fits = new boolean[2 * groups.size()];
    }
    size = 0;
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      fits[i] = accept(filters, attempt, node(contents, group.best()));
      size += fits[i] ? group.size() : 0;
      if (fitting != null && fits[i] != fitting.contains(group.best())) {
        for (int position = 0; position < group.size(); position++) {
          fitting.set(group.at(position), fits[i]);
        }
      }
    }
  }

  private void putIn(NodeSet nodes, ClusterContents contents) {
    for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
      partition.put(node, describer.describe(node(contents, node), node), 0);
      if (fitting != null) {
        joinOthers(node, fitting);
      }
    }
  }

  /** Lets a node fit if the others of its group did: all of a group do, or none. */
  private void joinOthers(int node, NodeSet those) {
    Group group = Objects.requireNonNull(partition.of(node));
    if (group.size() > 1) {
      int other = group.at(0) == node ? group.at(1) : group.at(0);
      those.set(node, those.contains(other));
    }
  }

  private static NodeInfo node(ClusterContents contents, int index) {
    return Objects.requireNonNull(contents.node(index));
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

  /** The nodes that fit, as {@link #judge} found; only where they are sampled. */
  NodeSet fitting() {
    NodeSet ofGroups = Objects.requireNonNull(fitting);
    if (alike == null) {
      return ofGroups;
    }
    return fits[0] ? alike : NO_NODES;
  }

  /** How many nodes fit, as {@link #judge} found. */
  @Override
  public int size() {
    return size;
  }

  /** Whether a node fits, as {@link #judge} found. */
  @Override
  public boolean contains(int node) {
    if (alike != null) {
      return fits[0] && alike.contains(node);
    }
    Group group = partition.of(node);
    return group != null && fits[group.place()];
  }

  @Override
  public int any() {
    if (alike != null && fits[0]) {
      return alike.next(0);
    }
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
