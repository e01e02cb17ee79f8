package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/** Votes on whether enough tasks of a job have a node now or soon for their places to be kept. */
public interface JobPipelined extends BatchPlugin {

  Vote jobPipelined(Job job);
}
