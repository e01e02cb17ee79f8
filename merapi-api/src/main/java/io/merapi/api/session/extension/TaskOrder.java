package io.merapi.api.session.extension;

import io.merapi.api.session.Task;

/** Orders the tasks of a job; the first plugin that sees a difference decides. */
public interface TaskOrder extends BatchPlugin {

  /** Negative if the first goes before the second, positive if after, 0 if it does not matter. */
  int compareTasks(Task left, Task right);

  /**
   * Whether the order of two tasks follows from their pods and the configuration alone, so that it
   * is the same in every session.
   */
  default boolean ordersByPods() {
    return false;
  }
}
