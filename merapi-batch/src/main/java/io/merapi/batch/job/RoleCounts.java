package io.merapi.batch.job;

import io.merapi.api.session.TaskStatus;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * How many tasks of each role are in which status, held against the minimums of roles.
 *
 * <p>Where the minimum of the job is below the sum of those of its roles, the latter do not count:
 * then some roles may well be missing when the job starts.
 */
final class RoleCounts {

  private static final Count NONE = new Count();

  private final Map<String, Integer> minimums;
  private final boolean count;
  private final Map<String, Count> counts = new HashMap<>();

  RoleCounts(Map<String, Integer> minimums, int jobMinimum) {
    this.minimums = minimums;
    this.count = jobMinimum >= sum(minimums);
  }

  static int sum(Map<String, Integer> minimums) {
    return minimums.values().stream().mapToInt(Integer::intValue).sum();
  }

  void add(TaskState task) {
    change(task, 1);
  }

  void remove(TaskState task) {
    change(task, -1);
  }

  private void change(TaskState task, int by) {
    Count changed = counts.computeIfAbsent(task.role(), _ -> new Count());
    changed.byStatus.merge(task.status(), by, Integer::sum);
    if (task.status() == TaskStatus.PENDING && task.bestEffort()) {
      changed.pendingBestEffort += by;
    }
  }

  boolean valid() {
    return !count
        || minimums.entrySet().stream()
            .allMatch(minimum -> {
              Count found = of(minimum.getKey());
              return minimum.getValue() == 0
                  || found.placed() + found.of(TaskStatus.PENDING) >= minimum.getValue();
            });
  }

  boolean ready() {
    return !count
        || minimums.entrySet().stream()
            .allMatch(minimum -> allocated(minimum.getKey()) >= minimum.getValue());
  }

  boolean pipelined() {
    return !count
        || minimums.entrySet().stream()
            .allMatch(minimum -> {
              Count found = of(minimum.getKey());
              return found.placed() + found.pendingBestEffort >= minimum.getValue();
            });
  }

  boolean starving() {
    return !count
        || minimums.entrySet().stream()
            .anyMatch(minimum -> of(minimum.getKey()).placed() < minimum.getValue());
  }

  /** How many tasks of a role have a node or need none. */
  int allocated(String role) {
    Count found = of(role);
    return found.ready() + found.pendingBestEffort;
  }

  /** How many tasks each role has beyond its minimum; without roles where they do not count. */
  Map<String, Integer> surplus() {
    var surplus = new HashMap<String, Integer>();
    if (count) {
      minimums.forEach((role, minimum) -> surplus.put(role, allocated(role) - minimum));
    }
    return surplus;
  }

  int pending(String role) {
    return of(role).of(TaskStatus.PENDING);
  }

  /** Whether the minimums of roles count. */
  boolean rolesCount() {
    return count;
  }

  private Count of(String role) {
    return counts.getOrDefault(role, NONE);
  }

  private static final class Count {

    private final Map<TaskStatus, Integer> byStatus = new EnumMap<>(TaskStatus.class);
    private int pendingBestEffort;

    int of(TaskStatus status) {
      return byStatus.getOrDefault(status, 0);
    }

    int ready() {
      int ready = 0;
      for (TaskStatus status : TaskStatus.values()) {
        ready += status.ready() ? of(status) : 0;
      }
      return ready;
    }

    /** Those with a node now or soon. */
    int placed() {
      return ready() + of(TaskStatus.PIPELINED);
    }
  }
}
