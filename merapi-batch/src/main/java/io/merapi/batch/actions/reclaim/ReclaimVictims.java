package io.merapi.batch.actions.reclaim;

import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.actions.eviction.VictimRules;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.VictimVotes;

/** Proposes running tasks of other queues that may be reclaimed from. */
record ReclaimVictims(SchedulingSession session) implements VictimRules {

  @Override
  public boolean mayPropose(Task reclaimer, Task task) {
    Job own = reclaimer.job();
    Job job = task.job();
    if (task.status() != TaskStatus.RUNNING
        || !task.preemptable()
        || job == null
        || own == null
        || job.queue().equals(own.queue())) {
      return false;
    }
    QueueInfo other = session.queue(job.queue());
    return other != null && other.reclaimable();
  }

  @Override
  public VictimVotes<?> votes() {
    return session.evictions().reclaiming();
  }

  /** Without victims there is nothing to reclaim. */
  @Override
  public boolean takesFreeRoom() {
    return false;
  }

  @Override
  public Object traits(TaskState reclaimer) {
    JobState job = reclaimer.job();
    return job == null ? "" : job.queue();
  }
}
