package io.merapi.batch.job;

import io.merapi.api.session.TaskStatus;
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
    int sum = 0;
    for (int minimum : minimums.values()) {
      sum += minimum;
    }
    return sum;
  }

  void add(TaskState task) {
    change(task, 1);
  }

  void remove(TaskState task) {
    change(task, -1);
  }

  private void change(TaskState task, int by) {
    counts.computeIfAbsent(task.role(), _ -> new Count()).change(task, by);
  }

  boolean valid() {
    return everyMinimum((found, minimum) ->
        minimum == 0 || found.placed() + found.of(TaskStatus.PENDING) >= minimum);
  }

  boolean ready() {
    return everyMinimum((found, minimum) -> found.allocated() >= minimum);
  }

  boolean pipelined() {
    return everyMinimum((found, minimum) -> found.placed() + found.pendingBestEffort >= minimum);
  }

  boolean starving() {
    return !count || !everyMinimum((found, minimum) -> found.placed() >= minimum);
  }

  /** Whether all roles meet a condition; true where their minimums do not count. */
  private boolean everyMinimum(Condition condition) {
    if (count && !minimums.isEmpty()) {
      for (Map.Entry<String, Integer> minimum : minimums.entrySet()) {
        if (!condition.holds(of(minimum.getKey()), minimum.getValue())) {
          return false;
        }
      }
    }
    return true;
  }

  /** How many tasks of a role have a node or need none. */
  int allocated(String role) {
    return of(role).allocated();
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

  /** Something that a role must meet. */
  private interface Condition {

    boolean holds(Count found, int minimum);
  }

  /** How many tasks of one role are in which status. */
  @SuppressWarnings("EnumOrdinal") // of places in an array that nobody else sees
  private static final class Count {

    private static final TaskStatus[] STATUSES = TaskStatus.values();

    private final int[] byStatus = new int[STATUSES.length];
    private int pendingBestEffort;

    void change(TaskState task, int by) {
      byStatus[task.status().ordinal()] += by;
      if (task.status() == TaskStatus.PENDING && task.bestEffort()) {
        pendingBestEffort += by;
      }
    }

    int of(TaskStatus status) {
      return byStatus[status.ordinal()];
    }

    int ready() {
      int ready = 0;
      for (TaskStatus status : STATUSES) {
        ready += status.ready() ? of(status) : 0;
      }
      return ready;
    }

    /** Those that have a node or need none. */
    int allocated() {
      return ready() + pendingBestEffort;
    }

    /** Those with a node now or soon. */
    int placed() {
      return ready() + of(TaskStatus.PIPELINED);
    }
  }
}
