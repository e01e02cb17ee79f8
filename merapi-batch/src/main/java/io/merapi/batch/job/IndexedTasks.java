package io.merapi.batch.job;

import io.merapi.api.session.TaskGroup;
import io.merapi.api.session.TaskStatus;
import java.util.Collection;
import java.util.List;

/** A job, or a part of one, that counts its tasks by status. */
abstract class IndexedTasks implements TaskGroup {

  private final TaskIndex index = new TaskIndex(this::tasksOfJob);

  /** All tasks of the job, in its order. */
  abstract List<TaskState> tasksOfJob();

  /** The tasks by status; the job moves them. */
  final TaskIndex index() {
    return index;
  }

  @Override
  public final Collection<TaskState> tasks(TaskStatus status) {
    return index.tasks(status);
  }

  @Override
  public final int count(TaskStatus status) {
    return index.count(status);
  }

  @Override
  public final int readyTasks() {
    return index.ready();
  }

  @Override
  public final int pendingBestEffortTasks() {
    return index.pendingBestEffort();
  }

  @Override
  public final int allocatedTasks() {
    return index.allocated();
  }
}
