package io.merapi.batch.actions.shuffle;

import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;

/** Evicts the running tasks that plugins pick for the good of the cluster. */
public final class Shuffle implements Action {

  private static final String REASON = "shuffle";

  @Override
  public void execute(SchedulingSession session) {
    var running = new ArrayList<Task>();
    for (JobState job : session.jobs()) {
      running.addAll(job.tasks(TaskStatus.RUNNING));
    }
    for (Task victim : session.evictions().victims(running)) {
      // One that the cluster does not evict stays; the others go all the same.
      session.evict(victim, REASON);
    }
  }
}
