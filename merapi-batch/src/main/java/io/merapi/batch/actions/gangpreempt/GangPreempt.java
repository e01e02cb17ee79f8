package io.merapi.batch.actions.gangpreempt;

import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.batch.actions.bundles.EvictionRules;
import io.merapi.batch.actions.bundles.GangEviction;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;

/** Makes room for jobs that starve at the cost of less important jobs of the same queue. */
public final class GangPreempt implements Action {

  private final GangEvictionArgs args;

  public GangPreempt(GangEvictionArgs args) {
    this.args = args;
  }

  @Override
  public void execute(SchedulingSession session) {
    new GangEviction(session, new Rules(session), args).makeRoom();
  }

  private record Rules(SchedulingSession session) implements EvictionRules {

    @Override
    public Eviction.Kind kind() {
      return Eviction.Kind.GANG_PREEMPT;
    }

    @Override
    public String reason() {
      return "gangpreempt";
    }

    @Override
    public boolean servesQueue(QueueInfo queue) {
      return true;
    }

    @Override
    public boolean serves(QueueInfo queue, List<Task> pending) {
      return true;
    }

    @Override
    public boolean mayEvict(Task task, JobState owner, JobState gang) {
      return task.status().evictable()
          && owner.queue().equals(gang.queue())
          && owner.priority() < gang.priority();
    }

    @Override
    public Object kindOf(JobState gang) {
      return List.of(gang.queue(), gang.priority());
    }

    /** The job that would be served last goes first. */
    @Override
    public boolean evictsFirst(JobState left, JobState right, JobState gang) {
      return !session.orders().job(left, right);
    }
  }
}
