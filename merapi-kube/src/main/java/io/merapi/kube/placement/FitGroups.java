package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.state.ClusterContents;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Of the nodes that the pods of one class fit as far as the class and the node itself decide, those
 * that filters by counts accept as well; asks about one node of each group of nodes that are alike.
 * Used by one thread.
 */
final class FitGroups implements Contenders {

  private final AttemptCounts counts;
  private final NodePartition partition;
  private final NodeDescriber describer;

  /** Nodes that fit and are in no group. */
  private final NodeSet waiting = new NodeSet();

  /** All nodes that fit as far as they decide themselves. */
  private NodeSet nodes = waiting;

  /** Whether nothing is counted that tells one from another: then they need no groups. */
  private boolean alike;

  /** By the place of the group. */
  private boolean[] fits = new boolean[1];

  /** How many of the groups, from the first, have been judged in this attempt. */
  private int judged;

  private int size;

  /** The group whose nodes fit where those of no other do. */
  private @Nullable Group only;

  /** How many indices the last sample went over. */
  private int reach;

  FitGroups(
      List<CycleKey<? extends ClusterCounts>> keys, NodeChanges changes, NodeDomains domains) {
    this.counts = new AttemptCounts(keys);
    this.partition = new NodePartition(changes);
    this.describer = new NodeDescriber(keys.size(), changes, domains);
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
  void judge(
      PodAttempt attempt, ClusterContents contents, NodeSet candidates, List<FilterPlugin> filters)
      throws Unanswered {
    boolean others = describer.follow(counts.of(attempt.state()));
    if (others) {
      partition.clear();
    }
    nodes = candidates;
    alike = !describer.tellsApart();
    judged = 0;
    if (!alike && others) {
      partition.reserve(contents.nodeBound());
      putIn(candidates, contents);
      waiting.clear();
    }
    judgeMore(attempt, contents, filters);
  }

  /**
   * Takes in nodes that have been found to fit since the groups were judged in the same attempt,
   * and asks filters about groups that there were not.
   *
   * @throws Unanswered if a filter fails
   */
  void judgeMore(PodAttempt attempt, ClusterContents contents, List<FilterPlugin> filters)
      throws Unanswered {
    if (alike) {
      judgeAll(attempt, contents, filters);
    } else {
      putIn(waiting, contents);
      judgeGroups(attempt, contents, filters);
    }
    waiting.clear();
  }

  private void judgeAll(PodAttempt attempt, ClusterContents contents, List<FilterPlugin> filters)
      throws Unanswered {
    if (judged == 0) {
      fits[0] = nodes.size() > 0 && accept(filters, attempt, node(contents, nodes.next(0)));
      judged = Math.min(nodes.size(), 1);
    }
    size = fits[0] ? nodes.size() : 0;
    only = null;
  }

  private void judgeGroups(PodAttempt attempt, ClusterContents contents, List<FilterPlugin> filters)
      throws Unanswered {
    List<Group> groups = partition.groups();
    if (fits.length < groups.size()) {
      fits = Arrays.copyOf(fits, 2 * groups.size());
    }
    size = 0;
    only = null;
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      if (i >= judged) {
        // One node speaks for its group, no matter which.
        fits[i] = accept(filters, attempt, node(contents, group.any()));
      }
      if (fits[i]) {
        only = size == 0 ? group : null;
        size += group.size();
      }
    }
    judged = groups.size();
  }

  private void putIn(NodeSet some, ClusterContents contents) {
    for (int node = some.next(0); node >= 0; node = some.next(node + 1)) {
      partition.put(node, describer.describe(node(contents, node), node), 0);
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

  /**
   * Writes down which nodes fit, as {@link #judge} found.
   *
   * @param words 64 nodes in a row in each
   * @param first the place of the first of them
   */
  void writeFitting(long[] words, int first) {
    if (size == nodes.size()) {
      for (int i = 0; i < words.length; i++) {
        words[i] = nodes.word(first + i);
      }
      return;
    }
    partition.write(fits, words, first);
  }

  /** The group whose nodes fit where those of no other do; absent where it is not one group. */
  @Nullable Group only() {
    return only;
  }

  /** How many indices the last sample of these nodes went over. */
  int reach() {
    return reach;
  }

  /** Notes how many indices a sample went over. */
  void reached(int indices) {
    reach = indices;
  }

  /** How many nodes fit, as {@link #judge} found. */
  @Override
  public int size() {
    return size;
  }

  /** Whether a node fits, as {@link #judge} found. */
  @Override
  public boolean contains(int node) {
    if (alike) {
      return fits[0] && nodes.contains(node);
    }
    Group group = partition.of(node);
    return group != null && fits[group.place()];
  }

  @Override
  public int any() {
    if (alike && fits[0]) {
      return nodes.next(0);
    }
    List<Group> groups = partition.groups();
    for (int i = 0; i < groups.size(); i++) {
      if (fits[i]) {
        return groups.get(i).any();
      }
    }
    throw new IllegalStateException("no node fits");
  }

  @Override
  public int best(Group group) {
    // The groups of scores are the finer ones: all nodes of one fit, or none.
    return contains(group.any()) ? group.best() : NONE;
  }

  @Override
  public int size(Group group) {
    return contains(group.any()) ? group.size() : 0;
  }
}
