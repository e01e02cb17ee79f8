package io.merapi.batch.measures;

import io.merapi.api.session.Job;

/** A plugin that knows how much of the cluster jobs have. */
public interface MeasuredJobs {

  /** The share of a job as it stands. */
  double shareOfJob(Job job);
}
