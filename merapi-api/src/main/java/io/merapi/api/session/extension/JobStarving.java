package io.merapi.api.session.extension;

import io.merapi.api.session.Job;

/**
 * Says whether a job needs more and may take it from others. All plugins of the first tier that has
 * any must agree; where there is none, no job starves.
 */
public interface JobStarving extends BatchPlugin {

  boolean jobStarving(Job job);
}
