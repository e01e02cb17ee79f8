package io.merapi.sim.recording;

import io.merapi.sim.report.JobRecord;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** The records of jobs, made as they are asked for: a million of them would fill the memory. */
final class JobList extends AbstractList<JobRecord> implements RandomAccess {

  private final List<JobHistory> jobs;
  private final Instant start;
  private final long end;

  /**
   * @param end in milliseconds since the start
   */
  JobList(List<JobHistory> jobs, Instant start, long end) {
    this.jobs = jobs;
    this.start = start;
    this.end = end;
  }

  @Override
  public JobRecord get(int index) {
    return jobs.get(index).record(start, end);
  }

  @Override
  public int size() {
    return jobs.size();
  }
}
