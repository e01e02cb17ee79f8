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
 * <p>Implementation note: each group is a binary heap of node indices, and it is known at which
 * position of which heap a node is. Putting in and taking out are O(log n), reading the best of a
 * group costs nothing. The outcome depends on what is in only, not on the order in which it came:
 * ties are decided by a {@link TieOrder}. Where the order itself changes, everything must be put in
 * anew.
 */
final class NodePartition {

  private final TieOrder ties;
  private final Map<NodeDescription, Group> byDescription = new HashMap<>();
  private final List<Group> groups = new ArrayList<>();

  private long[] totals = new long[0];
  private int[] positions = new int[0];
  private @Nullable Group[] groupOf = new Group[0];

  NodePartition(TieOrder ties) {
    this.ties = ties;
  }

  /** The groups that have nodes, in no particular order; not to be changed. */
  List<Group> groups() {
    return groups;
  }

  /** The group that a node is in; absent where it is in none. */
  @Nullable Group of(int node) {
    return node < groupOf.length ? groupOf[node] : null;
  }

  long total(int node) {
    return totals[node];
  }

  /** Takes everything out. */
  void clear() {
    Arrays.fill(groupOf, null);
    groups.clear();
    byDescription.clear();
  }

  /** Puts in a node that is not in. */
  void put(int node, NodeDescription description, long total) {
    if (node >= groupOf.length) {
      int length = Math.max(node + 1, 2 * groupOf.length);
      totals = Arrays.copyOf(totals, length);
      positions = Arrays.copyOf(positions, length);
      groupOf = Arrays.copyOf(groupOf, length);
    }
    Group group = byDescription.get(description);
    if (group == null) {
      group = new Group(description.copy(), groups.size());
      byDescription.put(group.description, group);
      groups.add(group);
    }
    totals[node] = total;
    groupOf[node] = group;
    if (group.size == group.nodes.length) {
      group.nodes = Arrays.copyOf(group.nodes, 2 * group.size);
    }
    rise(group, group.size++, node);
  }

  /** Takes a node out, if it is in. */
  void remove(int node) {
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

  /** Whether the first of two nodes that are in is the better one. */
  boolean wins(int first, int second) {
    return totals[first] == totals[second]
        ? ties.wins(first, second)
        : totals[first] > totals[second];
  }

  /** Nodes that are alike. */
  static final class Group {

    private final NodeDescription description;
    private int place;
    private int[] nodes = new int[4];
    private int size;

    private Group(NodeDescription description, int place) {
      this.description = description;
      this.place = place;
    }

    /** The place in the list of groups. */
    int place() {
      return place;
    }

    /** The best of its nodes. */
    int best() {
      return nodes[0];
    }

    /** How many nodes it has. */
    int size() {
      return size;
    }
  }
}
