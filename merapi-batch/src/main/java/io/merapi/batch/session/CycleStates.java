package io.merapi.batch.session;

import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.session.Task;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What plugins keep for each task of a session; used by one thread, but that several may ask for
 * those that are there already.
 */
final class CycleStates {

  /** Of tasks with a job, by their places in it. */
  private final Map<JobState, @Nullable CycleState[]> ofJobs = new HashMap<>();

  /** Of tasks whose job is not part of the session. */
  private final Map<Task, CycleState> others = new HashMap<>();

  private int slots;
  private boolean complete;

  /** The job that was asked for last: its tasks have their turn one after the other. */
  private @Nullable Latest latest;

  /** A new key; to be asked for while the session opens. */
  <T> CycleKey<T> key(String name, Class<T> type) {
    if (complete) {
      throw new IllegalStateException(
          "cycle key (%s) must be asked for while the session opens".formatted(name));
    }
    return new CycleKey<>(name, slots++, type);
  }

  /** The session is open: states have room for the keys so far. */
  void allKeysAreGiven() {
    complete = true;
  }

  CycleState of(Task task) {
    JobState job = ((TaskState) task).job();
    if (job == null) {
      return others.computeIfAbsent(task, _ -> new CycleState(slots));
    }
    @Nullable CycleState[] states = statesOf(job);
    int place = ((TaskState) task).position();
    CycleState known = states[place];
    if (known == null) {
      known = new CycleState(slots);
      states[place] = known;
    }
    return known;
  }

  private @Nullable CycleState[] statesOf(JobState job) {
    Latest last = latest;
    if (last == null || !last.job.equals(job)) {
      last =
          new Latest(
              job,
              ofJobs.computeIfAbsent(job, one -> new @Nullable CycleState[one.tasks().size()]));
      latest = last;
    }
    return last.states;
  }

  /** One object, so that no thread ever sees a job with the states of another. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares it
  private record Latest(JobState job, @Nullable CycleState[] states) {}
}
