package io.merapi.batch.actions.gangreclaim;

import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.batch.actions.bundles.EvictionRules;
import io.merapi.batch.actions.bundles.GangEviction;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes room for jobs that starve at the cost of other queues that let themselves be reclaimed. */
public final class GangReclaim implements Action {

  private final GangEvictionArgs args;

  public GangReclaim(GangEvictionArgs args) {
    this.args = args;
  }

  @Override
  public void execute(SchedulingSession session) {
    new GangEviction(session, new Rules(session), args).makeRoom();
  }

  private record Rules(SchedulingSession session) implements EvictionRules {

    @Override
    public Eviction.Kind kind() {
      return Eviction.Kind.GANG_RECLAIM;
    }

    @Override
    public String reason() {
      return "gangreclaim";
    }

    @Override
    public boolean servesQueue(QueueInfo queue) {
      return !session.votes().overused(queue);
    }

    @Override
    public boolean serves(QueueInfo queue, List<Task> pending) {
      return session.votes().preemptive(queue, pending);
    }

    @Override
    public boolean mayEvict(Task task, JobState owner, JobState gang) {
      QueueInfo queue = session.queue(owner.queue());
      return task.status() == TaskStatus.RUNNING
          && !owner.queue().equals(gang.queue())
          && queue != null
          && queue.reclaimable();
    }

    @Override
    public Object kindOf(JobState gang) {
      return gang.queue();
    }

    /** Jobs of one queue have no order of their own here. */
    @Override
    public boolean evictsFirst(JobState left, JobState right, JobState gang) {
      @Nullable QueueInfo leftQueue = session.queue(left.queue());
      @Nullable QueueInfo rightQueue = session.queue(right.queue());
      @Nullable QueueInfo own = session.queue(gang.queue());
      return leftQueue != null
          && rightQueue != null
          && own != null
          && !left.queue().equals(right.queue())
          && session.orders().victimQueue(leftQueue, rightQueue, own);
    }
  }
}
