package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/** Votes on whether a pending job with minimum resources is admitted to its queue. */
public interface JobEnqueueable extends BatchPlugin {

  Vote jobEnqueueable(Job job);
}
