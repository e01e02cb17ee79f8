package io.merapi.batch.actions.bundles;

import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.batch.job.JobState;
import java.util.List;

/** Who may take room from whom: what tells {@code gangpreempt} and {@code gangreclaim} apart. */
public interface EvictionRules {

  /** What plugins are told that the room is for. */
  Eviction.Kind kind();

  /** The word for events. */
  String reason();

  /** Whether room may be made for the jobs of a queue; asked when it is the queue's turn. */
  boolean servesQueue(QueueInfo queue);

  /**
   * Whether a queue may have room made for some of its tasks.
   *
   * @param pending all of one job
   */
  boolean serves(QueueInfo queue, List<Task> pending);

  /**
   * Whether a task on a node may be asked about.
   *
   * @param owner the job of the task
   * @param gang the job that room is made for
   */
  boolean mayEvict(Task task, JobState owner, JobState gang);

  /**
   * What {@link #mayEvict} goes by of the gang: for two of which this is equal, the same tasks may
   * be asked about.
   */
  Object kindOf(JobState gang);

  /**
   * Whether tasks of one job are evicted before those of another; where it says the same both ways
   * round, it has no say.
   *
   * @param gang the job that room is made for
   */
  boolean evictsFirst(JobState left, JobState right, JobState gang);
}
