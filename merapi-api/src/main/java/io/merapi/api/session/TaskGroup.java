package io.merapi.api.session;

import java.util.Collection;

/** Tasks that start together or not at all: a job, or a part of it. */
public interface TaskGroup {

  Collection<? extends Task> tasks();

  /** The tasks in a status. */
  Collection<? extends Task> tasks(TaskStatus status);

  default int count(TaskStatus status) {
    return tasks(status).size();
  }

  int minAvailable();

  /** How many tasks hold resources of a node or ended well. */
  int readyTasks();

  /** How many tasks wait on a node for resources to be released. */
  default int waitingTasks() {
    return count(TaskStatus.PIPELINED);
  }

  /** How many pending tasks ask for nothing, and so cannot keep the others from starting. */
  int pendingBestEffortTasks();

  /** How many tasks hold resources of a node. */
  int allocatedTasks();

  /** Whether enough tasks have a node. */
  default boolean ready() {
    return readyTasks() + pendingBestEffortTasks() >= minAvailable();
  }

  /** Whether enough tasks have a node now or soon. */
  default boolean pipelined() {
    return waitingTasks() + readyTasks() + pendingBestEffortTasks() >= minAvailable();
  }
}
