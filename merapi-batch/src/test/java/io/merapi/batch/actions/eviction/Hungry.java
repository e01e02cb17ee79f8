package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.JobStarving;

/** Lets every job starve that has tasks which wait. */
record Hungry(Session session) implements JobStarving {

  @Override
  public String name() {
    return "hungry";
  }

  @Override
  public boolean jobStarving(Job job) {
    return job.count(TaskStatus.PENDING) > 0;
  }
}
