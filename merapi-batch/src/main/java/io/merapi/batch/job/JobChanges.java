package io.merapi.batch.job;

import java.util.BitSet;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** What sessions have done to a job since it was made or started over. */
final class JobChanges {

  private final JobState job;
  private final BitSet tasks = new BitSet(0);
  private @Nullable JobWatcher watcher;
  private boolean touched;
  private boolean altered;

  JobChanges(JobState job) {
    this.job = job;
  }

  /** Has somebody told of what comes from now on. */
  void watch(JobWatcher newWatcher) {
    watcher = newWatcher;
    touched = false;
    altered = false;
  }

  void touch() {
    if (!touched) {
      touched = true;
      if (watcher != null) {
        watcher.touched(job);
      }
    }
  }

  void alter() {
    if (!altered) {
      touch();
      altered = true;
      if (watcher != null) {
        watcher.altered(job);
      }
    }
  }

  void alter(TaskState task) {
    alter();
    tasks.set(task.position());
  }

  /** Whether something of a task may have changed. */
  boolean concern(TaskState task) {
    return tasks.get(task.position());
  }

  /** Whether nothing of any task has changed. */
  boolean spareTasks() {
    return tasks.isEmpty();
  }

  /** Tells the places of tasks of which something may have changed, in order. */
  void forEachTask(IntConsumer action) {
    for (int place = tasks.nextSetBit(0); place >= 0; place = tasks.nextSetBit(place + 1)) {
      action.accept(place);
    }
  }

  /** Takes note that all tasks are as they were at first. */
  void forgetTasks() {
    tasks.clear();
  }
}
