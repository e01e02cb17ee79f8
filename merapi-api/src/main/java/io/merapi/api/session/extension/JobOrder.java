package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/** Orders the jobs of a queue; the first plugin that sees a difference decides. */
public interface JobOrder extends BatchPlugin {

  /** Negative if the first goes before the second, positive if after, 0 if it does not matter. */
  int compareJobs(Job left, Job right);
}
