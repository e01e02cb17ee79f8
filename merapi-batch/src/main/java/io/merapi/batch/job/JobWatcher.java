package io.merapi.batch.job;

/** Is told once what becomes of a job. */
public interface JobWatcher {

  /** Something is about to be told of the job, or something of it is about to change. */
  void touched(JobState job);

  /** The job, a part of it or where a task of it stands is about to change. */
  void altered(JobState job);
}
