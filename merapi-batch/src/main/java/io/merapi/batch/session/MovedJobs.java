package io.merapi.batch.session;

import io.merapi.batch.job.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The jobs whose tasks a session has moved so far, in order and once for each move; used by one
 * thread.
 *
 * <p>Whoever keeps something of jobs remembers how far it has read, and reads on from there.
 */
public final class MovedJobs {

  private final List<JobState> moved = new ArrayList<>();

  void note(JobState job) {
    moved.add(job);
  }

  /** How many moves there were. */
  public int count() {
    return moved.size();
  }

  /** Tells the jobs with moves since there were so many, some maybe twice. */
  public void since(int count, Consumer<JobState> action) {
    moved.subList(count, moved.size()).forEach(action);
  }
}
