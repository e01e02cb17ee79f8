package io.merapi.batch.job;

/** Whoever must know that something of a job is about to change. */
@FunctionalInterface
public interface JobWatcher {

  /** Told before the first change since the job was watched, and not again. */
  void touched(JobState job);
}
