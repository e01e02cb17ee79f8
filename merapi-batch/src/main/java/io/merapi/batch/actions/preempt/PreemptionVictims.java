package io.merapi.batch.actions.preempt;

import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.actions.eviction.VictimRules;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.VictimVotes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which tasks may be proposed as victims for another one of their queue. */
abstract sealed class PreemptionVictims implements VictimRules {

  private final VictimVotes<?> votes;

  private PreemptionVictims(SchedulingSession session) {
    this.votes = session.evictions().preempting();
  }

  @Override
  public VictimVotes<?> votes() {
    return votes;
  }

  @Override
  public boolean takesFreeRoom() {
    return true;
  }

  /** A task that asks for nothing makes only those go that ask for nothing. */
  private static boolean evictable(Task preemptor, Task task) {
    return task.status().evictable()
        && task.preemptable()
        && (task.bestEffort() || !preemptor.bestEffort());
  }

  /** The job if it has tasks that could be evicted, else null: such jobs are all alike. */
  private static @Nullable JobState evictable(TaskState preemptor) {
    JobState job = preemptor.job();
    return job != null && job.count(TaskStatus.BOUND) + job.count(TaskStatus.RUNNING) > 0
        ? job
        : null;
  }

  /** Tasks of other jobs in the same queue. */
  static final class OfOtherJobs extends PreemptionVictims {

    OfOtherJobs(SchedulingSession session) {
      super(session);
    }

    @Override
    public boolean mayPropose(Task preemptor, Task task) {
      Job own = preemptor.job();
      Job other = task.job();
      return evictable(preemptor, task)
          && own != null
          && other != null
          && !own.equals(other)
          && own.queue().equals(other.queue());
    }

    @Override
    public Object traits(TaskState preemptor) {
      JobState job = preemptor.job();
      return new QueueAndJob(job == null ? "" : job.queue(), evictable(preemptor));
    }

    private record QueueAndJob(String queue, @Nullable Job own) {}
  }

  /** Tasks of the same job. */
  static final class OfOwnJob extends PreemptionVictims {

    OfOwnJob(SchedulingSession session) {
      super(session);
    }

    @Override
    public boolean mayPropose(Task preemptor, Task task) {
      return evictable(preemptor, task) && preemptor.jobKey().equals(task.jobKey());
    }

    @Override
    public Object traits(TaskState preemptor) {
      return new OwnJob(evictable(preemptor));
    }

    /** A job has all the tasks that name it. */
    @Override
    public Collection<TaskState> proposals(TaskState preemptor) {
      JobState job = preemptor.job();
      if (job == null) {
        return List.of();
      }
      var proposals = new ArrayList<>(job.tasks(TaskStatus.RUNNING));
      proposals.addAll(job.tasks(TaskStatus.BOUND));
      return proposals;
    }

    private record OwnJob(@Nullable Job own) {}
  }
}
