package io.merapi.batch.session;

import io.merapi.api.session.Task;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that is kept for each task of a session; used by one thread, but that several may ask
 * for what is there already.
 *
 * @param <T> what is kept
 */
public final class ByTask<T> {

  /** Of tasks with a job, by their places in it. */
  private final Map<JobState, @Nullable Object[]> ofJobs = new HashMap<>();

  /** Of tasks whose job is not part of the session. */
  private final Map<Task, T> others = new HashMap<>();

  /** The job that was asked for last: its tasks have their turn one after the other. */
  private @Nullable Latest latest;

  /** What is kept for a task; null for nothing. */
  @SuppressWarnings("unchecked") // nothing else is put
  public @Nullable T get(Task task) {
    JobState job = ((TaskState) task).job();
    return job == null ? others.get(task) : (T) valuesOf(job)[((TaskState) task).position()];
  }

  /** Keeps something for a task, in the place of what was kept before. */
  public void put(Task task, T value) {
    JobState job = ((TaskState) task).job();
    if (job == null) {
      others.put(task, value);
    } else {
      valuesOf(job)[((TaskState) task).position()] = value;
    }
  }

  private @Nullable Object[] valuesOf(JobState job) {
    Latest last = latest;
    if (last == null || !last.job.equals(job)) {
      last =
          new Latest(
              job, ofJobs.computeIfAbsent(job, one -> new @Nullable Object[one.tasks().size()]));
      latest = last;
    }
    return last.values;
  }

  /** One object, so that no thread ever sees a job with the values of another. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares it
  private record Latest(JobState job, @Nullable Object[] values) {}
}
