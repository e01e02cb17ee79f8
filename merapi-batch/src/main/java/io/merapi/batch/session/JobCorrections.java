package io.merapi.batch.session;

import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import java.util.List;

/** What fixes change of jobs before a session works with them. */
final class JobCorrections {

  private final Fixes fixes;

  JobCorrections(Fixes fixes) {
    this.fixes = fixes;
  }

  void apply(JobState job) {
    if (fixes.has(Fix.REASONS_CARRY_THEIR_CAUSE)) {
      job.fitErrors().explainInFull();
    }
    if (fixes.has(Fix.EVICTED_IS_NOT_SUCCEEDED)) {
      List.copyOf(job.tasks(TaskStatus.SUCCEEDED)).stream()
          .filter(JobCorrections::evicted)
          .forEach(task -> job.move(task, TaskStatus.FAILED));
    }
  }

  /**
   * Whether a pod that ended well did so because it was told to end: containers that exit with 0 on
   * a signal leave a pod that reads as if its work were done.
   */
  private static boolean evicted(TaskState task) {
    return task.pod().meta().deletionTimestamp() != null;
  }
}
