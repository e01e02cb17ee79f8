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

  private final TieOrder ties;
  private final Map<NodeDescription, Group> byDescription = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private final NodeColumn totals = new NodeColumn(0);
  private @Nullable Group[] groupOf = new Group[0];

  public NodePartition(TieOrder ties) {
    this.ties = ties;
  }

  /** The groups that have nodes, in no particular order; not to be changed. */
  public List<Group> groups() {
    return groups;
  }

  /** The group that a node is in; absent where it is in none. */
  public @Nullable Group of(int node) {
    return node < groupOf.length ? groupOf[node] : null;
  }

  public long total(int node) {
    return totals.get(node);
  }

  /** Takes everything out. */
  public void clear() {
    Arrays.fill(groupOf, null);
    groups.clear();
    byDescription.clear();
  }

  /** Makes room for so many nodes at once. */
  public void reserve(int nodes) {
    if (nodes > groupOf.length) {
      groupOf = Arrays.copyOf(groupOf, nodes);
      totals.reserve(nodes);
    }
  }

  /** Puts in a node that is not in. */
  public void put(int node, NodeDescription description, long total) {
    if (node >= groupOf.length) {
      reserve(Math.max(node + 1, groupOf.length + groupOf.length / 4));
    }
    Group group = byDescription.get(description);
    if (group == null) {
      group = new Group(description.copy(), groups.size(), new NodeBlocks(totals, ties));
      byDescription.put(group.description, group);
      groups.add(group);
    }
    totals.set(node, total);
    groupOf[node] = group;
    group.nodes.add(node);
  }

  /** Takes a node out, if it is in. */
  public void remove(int node) {
    Group group = of(node);
    if (group == null) {
      return;
    }
    groupOf[node] = null;
    group.nodes.remove(node);
    if (group.size() == 0) {
      drop(group);
    }
  }

  private void drop(Group group) {
    byDescription.remove(group.description);
    Group moved = groups.removeLast();
    if (moved != group) {
      groups.set(group.place, moved);
      moved.place = group.place;
    }
  }

  /** Nodes that are alike. */
  public static final class Group {

    private final NodeDescription description;
    private final NodeBlocks nodes;
    private int place;

    private Group(NodeDescription description, int place, NodeBlocks nodes) {
      this.description = description;
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
      return nodes.next(0);
    }

    /** The lowest of its nodes that is not below the given index, or -1. */
    public int next(int from) {
      return nodes.next(from);
    }

    /** How many nodes it has. */
    public int size() {
      return nodes.size();
    }

    /**
     * Looks at its nodes in a range that may go on from the last index to the first; {@link #seen}
     * and {@link #bestSeen} tell of them until it looks again.
     *
     * @param from the lowest index of the first part
     * @param below the lowest above it that is not meant
     * @param secondBelow the lowest index that the second part has not, which begins with 0
     */
    public void look(int from, int below, int secondBelow) {
      nodes.look(from, below, secondBelow);
    }

    /** How many nodes it has seen. */
    public int seen() {
      return nodes.seen();
    }

    /** The best of the nodes that it has seen, or -1. */
    public int bestSeen() {
      return nodes.bestSeen();
    }

    /**
     * Adds its nodes to others.
     *
     * @param first the place of the first word of the others: 64 nodes in a row
     */
    public void addTo(long[] others, int first) {
      nodes.addTo(others, first);
    }
  }
}
