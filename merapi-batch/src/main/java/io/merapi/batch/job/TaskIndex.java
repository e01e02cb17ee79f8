package io.merapi.batch.job;

import io.merapi.api.session.TaskStatus;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Tasks by status, each status in the order of the job, with the counts that gangs go by. */
final class TaskIndex {

  private final Map<TaskStatus, SortedSet<TaskState>> byStatus = new EnumMap<>(TaskStatus.class);
  private int pendingBestEffort;

  void add(TaskState task) {
    byStatus
        .computeIfAbsent(
            task.status(), _ -> new TreeSet<>(Comparator.comparingInt(TaskState::position)))
        .add(task);
    pendingBestEffort += isPendingBestEffort(task) ? 1 : 0;
  }

  void remove(TaskState task) {
    byStatus.getOrDefault(task.status(), Collections.emptySortedSet()).remove(task);
    pendingBestEffort -= isPendingBestEffort(task) ? 1 : 0;
  }

  private static boolean isPendingBestEffort(TaskState task) {
    return task.status() == TaskStatus.PENDING && task.bestEffort();
  }

  Collection<TaskState> tasks(TaskStatus status) {
    return Collections.unmodifiableSortedSet(
        byStatus.getOrDefault(status, Collections.emptySortedSet()));
  }

  int count(TaskStatus status) {
    return byStatus.getOrDefault(status, Collections.emptySortedSet()).size();
  }

  int ready() {
    return allocated() + count(TaskStatus.SUCCEEDED);
  }

  int allocated() {
    return count(TaskStatus.BOUND)
        + count(TaskStatus.BINDING)
        + count(TaskStatus.RUNNING)
        + count(TaskStatus.ALLOCATED);
  }

  int pendingBestEffort() {
    return pendingBestEffort;
  }
}
