package io.merapi.batch.actions.preempt;

import io.merapi.api.session.Job;
import io.merapi.api.session.Task;

/** Which tasks may be proposed as victims for another one. */
final class PreemptionVictims {

  private PreemptionVictims() {}

  /** Tasks of other jobs in the same queue. */
  static boolean ofOtherJobs(Task preemptor, Task task) {
    Job own = preemptor.job();
    Job other = task.job();
    return evictable(preemptor, task)
        && own != null
        && other != null
        && !own.equals(other)
        && own.queue().equals(other.queue());
  }

  /** Tasks of the same job. */
  static boolean ofOwnJob(Task preemptor, Task task) {
    return evictable(preemptor, task) && preemptor.jobKey().equals(task.jobKey());
  }

  /** A task that asks for nothing makes only those go that ask for nothing. */
  private static boolean evictable(Task preemptor, Task task) {
    return task.status().evictable()
        && task.preemptable()
        && (task.bestEffort() || !preemptor.bestEffort());
  }
}
