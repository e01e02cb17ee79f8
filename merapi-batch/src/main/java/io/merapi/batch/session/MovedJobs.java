package io.merapi.batch.session;

import io.merapi.batch.job.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The jobs whose tasks a session has moved so far, in order and once for each row of moves between
 * two looks; used by one thread.
 *
 * <p>Whoever keeps something of jobs remembers how far it has read, and reads on from there.
 */
public final class MovedJobs {

  private final List<JobState> moved = new ArrayList<>();

  /** How far anybody has read. */
  private int seen;

  void note(JobState job) {
    if (moved.size() == seen || !moved.getLast().equals(job)) {
      moved.add(job);
    }
  }

  /** How many entries there are. */
  public int count() {
    seen = moved.size();
    return seen;
  }

  /** Tells the jobs with moves since there were so many entries, some maybe twice. */
  public void since(int count, Consumer<JobState> action) {
    moved.subList(count, moved.size()).forEach(action);
  }
}
