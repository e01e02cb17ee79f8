package io.merapi.kube.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Nodes in groups, those that are alike together, and the node of the greatest total in each group.
 * Used by one thread.
 *
 * <p>Implementation note: each group is a binary heap of node indices, and it is known at which
 * position of which heap a node is. Putting in and taking out are O(log n), reading the best of a
 * group costs nothing. The outcome depends on what is in only, not on the order in which it came:
 * ties are decided by a {@link TieOrder}. Where the order itself changes, everything must be put in
 * anew.
 */
public final class NodePartition {

  /** Absent where groups are not kept in order. */
  private final @Nullable TieOrder ties;

  private final Map<NodeDescription, Group> byDescription = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();

  private final NodeColumn totals = new NodeColumn(0);
  private int[] positions = new int[0];
  private @Nullable Group[] groupOf = new Group[0];

  public NodePartition(TieOrder ties) {
    this(ties, true);
  }

  /**
   * @param ordered whether anybody asks for the best node of a group; otherwise it is any of its
   *     nodes, and putting in and taking out are O(1)
   */
  NodePartition(TieOrder ties, boolean ordered) {
    this.ties = ordered ? ties : null;
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
      positions = Arrays.copyOf(positions, nodes);
      groupOf = Arrays.copyOf(groupOf, nodes);
    }
  }

  /** Puts in a node that is not in. */
  public void put(int node, NodeDescription description, long total) {
    if (node >= groupOf.length) {
      reserve(Math.max(node + 1, groupOf.length + groupOf.length / 4));
    }
    Group group = byDescription.get(description);
    if (group == null) {
      group = new Group(description.copy(), groups.size());
      byDescription.put(group.description, group);
      groups.add(group);
    }
    totals.set(node, total);
    groupOf[node] = group;
    if (group.size == group.nodes.length) {
      group.nodes = Arrays.copyOf(group.nodes, group.size + group.size / 2);
    }
    rise(group, group.size++, node);
  }

  /** Takes a node out, if it is in. */
  public void remove(int node) {
    Group group = of(node);
    if (group == null) {
      return;
    }
    groupOf[node] = null;
    int hole = positions[node];
    int last = group.nodes[--group.size];
    if (last != node) {
      sink(group, hole, last);
      if (positions[last] == hole) {
        rise(group, hole, last);
      }
    }
    if (group.size == 0) {
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

  /** Puts a node at a position of a heap or above it. */
  private void rise(Group group, int from, int node) {
    int position = from;
    while (position > 0) {
      int parent = group.nodes[(position - 1) / 2];
      if (!wins(node, parent)) {
        break;
      }
      set(group, position, parent);
      position = (position - 1) / 2;
    }
    set(group, position, node);
  }

  /** Puts a node at a position of a heap or below it. */
  private void sink(Group group, int from, int node) {
    int position = from;
    while (2 * position + 1 < group.size) {
      int below = 2 * position + 1;
      if (below + 1 < group.size && wins(group.nodes[below + 1], group.nodes[below])) {
        below++;
      }
      if (!wins(group.nodes[below], node)) {
        break;
      }
      set(group, position, group.nodes[below]);
      position = below;
    }
    set(group, position, node);
  }

  private void set(Group group, int position, int node) {
    group.nodes[position] = node;
    positions[node] = position;
  }

  /** Whether the first of two nodes that are in goes above the second. */
  private boolean wins(int first, int second) {
    if (ties == null) {
      return false;
    }
    long mine = totals.get(first);
    long other = totals.get(second);
    return mine == other ? ties.wins(first, second) : mine > other;
  }

  /** Nodes that are alike. */
  public static final class Group {

    private final NodeDescription description;
    private int place;
    private int[] nodes = new int[4];
    private int size;

    private Group(NodeDescription description, int place) {
      this.description = description;
      this.place = place;
    }

    /** The place in the list of groups. */
    public int place() {
      return place;
    }

    /** The best of its nodes, where they are kept in order. */
    public int best() {
      return nodes[0];
    }

    /** One of its nodes, the best at position 0 and the others in no particular order. */
    public int at(int position) {
      return nodes[Objects.checkIndex(position, size)];
    }

    /** How many nodes it has. */
    public int size() {
      return size;
    }
  }
}
