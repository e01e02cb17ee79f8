package io.merapi.kube.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes in groups, those that are alike together, and the node of the greatest total in each group.
 * Used by one thread.
 *
 * <p>The outcome depends on what is in only, not on the order in which it came: ties are decided by
 * a {@link TieOrder}. Where the order itself changes, everything must be put in anew.
 */
public final class NodePartition {

  /** In place of a group's number. */
  private static final int NONE = -1;

  private final TieOrder ties;
  private final Map<NodeDescription, Group> byDescription = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private final NodeColumn totals;

  /** The numbers of the groups that nodes are in, which take less room than the groups. */
  private final NodeColumn groupOf = new NodeColumn(NONE);

  private final List<@Nullable Group> byNumber = new ArrayList<>();
  private final NodeSet freeNumbers = new NodeSet();

  /** The group that a node was last put into: most often the next one is like it. */
  private @Nullable Group latest;

  public NodePartition(TieOrder ties) {
    this(ties, new NodeColumn(0));
  }

  /**
   * One that keeps totals where somebody else does, too.
   *
   * @param totals that of a node must not change while it is in
   */
  public NodePartition(TieOrder ties, NodeColumn totals) {
    this.ties = ties;
    this.totals = totals;
  }

  /** The groups that have nodes, in no particular order; not to be changed. */
  public List<Group> groups() {
    return groups;
  }

  /** The group that a node is in; absent where it is in none. */
  public @Nullable Group of(int node) {
    int number = (int) groupOf.get(node);
    return number == NONE ? null : byNumber.get(number);
  }

  /** Whether there is a group of nodes of which the same is said. */
  public boolean has(NodeDescription description) {
    return byDescription.containsKey(description);
  }

  public long total(int node) {
    return totals.get(node);
  }

  /**
   * Writes down the nodes of some groups that lie in a row, a bit for each.
   *
   * @param ofGroups by the place of a group, whether its nodes are meant
   * @param words 64 nodes in a row in each
   * @param first the place of the first of them
   */
  public void write(boolean[] ofGroups, long[] words, int first) {
    Arrays.fill(words, 0);
    for (int i = 0; i < groups.size(); i++) {
      if (ofGroups[i]) {
        groups.get(i).nodes.addTo(words, first);
      }
    }
  }

  /** Takes everything out. */
  public void clear() {
    groupOf.clear();
    byNumber.clear();
    freeNumbers.clear();
    groups.clear();
    byDescription.clear();
    latest = null;
  }

  /** Makes room for so many nodes at once. */
  public void reserve(int nodes) {
    groupOf.reserve(nodes);
    totals.reserve(nodes);
  }

  /** Puts in a node that is not in. */
  public void put(int node, NodeDescription description, long total) {
    Group group = latest;
    if (group == null || !group.description.equals(description)) {
      group = byDescription.get(description);
      group = group == null ? add(description.copy()) : group;
      latest = group;
    }
    totals.set(node, total);
    groupOf.set(node, group.number);
    group.nodes.add(node);
  }

  private Group add(NodeDescription description) {
    int number = freeNumbers.next(0);
    if (number < 0) {
      number = byNumber.size();
      byNumber.add(null);
    }
    freeNumbers.remove(number);
    var group = new Group(description, number, groups.size(), new NodeBlocks(totals, ties));
    byNumber.set(number, group);
    byDescription.put(description, group);
    groups.add(group);
    return group;
  }

  /** Takes a node out, if it is in. */
  public void remove(int node) {
    Group group = of(node);
    if (group == null) {
      return;
    }
    groupOf.set(node, NONE);
    group.nodes.remove(node);
    if (group.size() == 0) {
      drop(group);
    }
  }

  private void drop(Group group) {
    latest = null;
    byDescription.remove(group.description);
    byNumber.set(group.number, null);
    freeNumbers.add(group.number);
    Group moved = groups.removeLast();
    if (moved != group) {
      groups.set(group.place, moved);
      moved.place = group.place;
    }
  }

  /** Nodes that are alike. */
  public static final class Group {

    private final NodeDescription description;
    private final int number;
    private final NodeBlocks nodes;
    private int place;

    private Group(NodeDescription description, int number, int place, NodeBlocks nodes) {
      this.description = description;
      this.number = number;
      this.place = place;
      this.nodes = nodes;
    }

    /** The place in the list of groups. */
    public int place() {
      return place;
    }

    /** The best of its nodes. */
    public int best() {
      return nodes.best();
    }

    /** One of its nodes, which costs less to find than the best. */
    public int any() {
      return nodes.first();
    }

    /** The lowest of its nodes that is not below the given index, or -1. */
    public int next(int from) {
      return nodes.next(from);
    }

    /** One of its nodes between two indices, counted from 1, or the complement of how many. */
    public int nth(int number, int from, int below) {
      return nodes.nth(number, from, below);
    }

    /** How many nodes it has. */
    public int size() {
      return nodes.size();
    }

    /**
     * The best of its nodes in a range that may go on from the last index to the first, or -1.
     *
     * @param from the lowest index of the first part
     * @param below the lowest above it that is not meant
     * @param secondBelow the lowest index that the second part has not, which begins with 0
     */
    public int best(int from, int below, int secondBelow) {
      return nodes.best(from, below, secondBelow);
    }

    /** How many of its nodes are in such a range. */
    public int count(int from, int below, int secondBelow) {
      return nodes.count(from, below) + nodes.count(0, secondBelow);
    }

    /** Whether more than one of its nodes is in such a range, which costs less to find out. */
    public boolean hasSeveral(int from, int below, int secondBelow) {
      int second = nodes.nth(2, from, below);
      return second >= 0 || nodes.nth(2 - ~second, 0, secondBelow) >= 0;
    }

    /** Adds its nodes to others. */
    public void addTo(NodeSet others) {
      for (int node = next(0); node >= 0; node = next(node + 1)) {
        others.add(node);
      }
    }
  }
}
