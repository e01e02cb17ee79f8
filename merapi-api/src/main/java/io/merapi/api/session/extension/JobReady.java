package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/** Says whether enough tasks of a job have a node for them to be bound; every plugin must agree. */
public interface JobReady extends BatchPlugin {

  boolean jobReady(Job job);
}
