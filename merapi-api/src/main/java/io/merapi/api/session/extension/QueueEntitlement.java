package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/**
 * Knows what queues deserve. It is no extension point of its own: plugins that look after the
 * cluster as a whole ask it through {@link io.merapi.api.session.Session#entitled}.
 */
public interface QueueEntitlement extends BatchPlugin {

  /** Whether a job's queue would stay within what it deserves if the job were admitted. */
  boolean entitled(Job job);
}
