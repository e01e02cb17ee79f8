package io.merapi.batch.plugins.tasktopology;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.meta.Labels;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which roles of a job belong together and which do not, as annotations of its group say.
 *
 * <p>A list of one role speaks of the tasks of that role among themselves.
 */
final class RoleTopology {

  /** The roles that are worth most when they come first; by the strongest that is said of each. */
  private enum Strength {
    NONE,
    APART,
    TOGETHER_WITH_ITSELF,
    TOGETHER,
    APART_FROM_ITSELF
  }

  // By role, the others that it is to be with and those that it is to be without, each once.
  private final Map<String, List<String>> together = new HashMap<>();
  private final Map<String, List<String>> apart = new HashMap<>();

  private final Map<String, Strength> strengths = new HashMap<>();
  private final Map<String, Integer> ranks = new HashMap<>();

  private RoleTopology(List<List<String>> affinity, List<List<String>> anti, List<String> order) {
    affinity.forEach(
        roles -> relate(roles, together, Strength.TOGETHER_WITH_ITSELF, Strength.TOGETHER));
    anti.forEach(roles -> relate(roles, apart, Strength.APART_FROM_ITSELF, Strength.APART));
    for (int i = 0; i < order.size(); i++) {
      ranks.put(order.get(i), order.size() - i);
    }
  }

  private void relate(
      List<String> roles, Map<String, List<String>> pairs, Strength alone, Strength several) {
    if (roles.size() == 1) {
      pair(roles.getFirst(), roles.getFirst(), pairs);
    }
    for (String left : roles) {
      strengths.merge(left, roles.size() == 1 ? alone : several, RoleTopology::stronger);
      for (String right : roles) {
        if (!left.equals(right)) {
          pair(left, right, pairs);
        }
      }
    }
  }

  private static void pair(String left, String right, Map<String, List<String>> pairs) {
    List<String> others = pairs.computeIfAbsent(left, _ -> new ArrayList<>());
    if (!others.contains(right)) {
      others.add(right);
    }
  }

  private static Strength stronger(Strength left, Strength right) {
    return left.compareTo(right) >= 0 ? left : right;
  }

  /** What the group of a job says; null where it says nothing, or something that cannot be. */
  static @Nullable RoleTopology of(Job job) {
    Labels annotations = job.podGroup().meta().annotations();
    String affinity = annotations.get(VolcanoKeys.TASK_TOPOLOGY_AFFINITY);
    String antiAffinity = annotations.get(VolcanoKeys.TASK_TOPOLOGY_ANTI_AFFINITY);
    String order = annotations.get(VolcanoKeys.TASK_TOPOLOGY_TASK_ORDER);
    if (affinity == null && antiAffinity == null && order == null) {
      return null;
    }
    List<List<String>> near = lists(affinity);
    List<List<String>> far = lists(antiAffinity);
    List<String> ordered = order == null ? List.of() : roles(order);
    var all = new ArrayList<List<String>>(near);
    all.addAll(far);
    all.add(ordered);
    Set<String> known = new HashSet<>();
    job.tasks().forEach(task -> known.add(task.role()));
    return all.stream().allMatch(roles -> makeSense(roles, known))
        ? new RoleTopology(near, far, ordered)
        : null;
  }

  private static List<List<String>> lists(@Nullable String annotation) {
    return annotation == null
        ? List.of()
        : Arrays.stream(annotation.split(";", -1)).map(RoleTopology::roles).toList();
  }

  private static List<String> roles(String list) {
    return List.of(list.split(",", -1));
  }

  /** Whether the roles exist and none comes twice; empty names do not matter. */
  private static boolean makeSense(List<String> roles, Set<String> known) {
    List<String> named = roles.stream().filter(role -> !role.isEmpty()).toList();
    return known.containsAll(named) && Set.copyOf(named).size() == named.size();
  }

  /**
   * The role that a task has here: only that of its annotation. Empty for none.
   *
   * <p>Kept from upstream: a label makes a role known, but gives a task no place.
   */
  static String role(Task task) {
    return task.pod().meta().annotations().getOrDefault(VolcanoKeys.TASK_SPEC, "");
  }

  /** Whether anything is said of a role but its place in the order. */
  boolean concerns(String role) {
    return !role.isEmpty() && strengths.containsKey(role);
  }

  /** Roles that come first in the order that is stated, then those of which more is said. */
  Comparator<String> firstRolesFirst() {
    return Comparator.<String>comparingInt(role -> ranks.getOrDefault(role, 0))
        .thenComparing(role -> strengths.getOrDefault(role, Strength.NONE))
        .reversed();
  }

  /** How many tasks of a place a role wants to be with, less those that it wants to be without. */
  int attraction(String role, Map<String, Integer> there) {
    return count(role, there, together) - repulsion(role, there);
  }

  /** How many tasks of a place a role wants to be without. */
  int repulsion(String role, Map<String, Integer> there) {
    return count(role, there, apart);
  }

  /** Whether there are tasks that a role wants to be without. */
  boolean repels(String role) {
    return apart.containsKey(role);
  }

  private static int count(
      String role, Map<String, Integer> there, Map<String, List<String>> pairs) {
    List<String> others = pairs.getOrDefault(role, List.of());
    int count = 0;
    for (int i = 0; i < others.size(); i++) {
      count += there.getOrDefault(others.get(i), 0);
    }
    return count;
  }
}
