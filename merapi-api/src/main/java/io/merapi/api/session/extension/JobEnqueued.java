package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/** Learns of every job that is admitted to its queue, before its phase changes. */
public interface JobEnqueued extends BatchPlugin {

  void jobEnqueued(Job job);
}
