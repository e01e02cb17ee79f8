package io.merapi.sim.recording;

import io.merapi.sim.report.Durations;
import io.merapi.sim.report.JobState;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.Ratios;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Counts jobs at the end of a simulation. */
final class JobTally {

  private final Map<JobState, Long> states = new EnumMap<>(JobState.class);
  private final LongStream.Builder waits = LongStream.builder();
  private final LongStream.Builder turnarounds = LongStream.builder();
  private final DoubleStream.Builder slowdowns = DoubleStream.builder();
  private long jobs;
  private long started;

  void add(JobHistory job, long end) {
    JobState state = job.state(end);
    jobs++;
    states.merge(state, 1L, Long::sum);
    if (job.hasStarted()) {
      started++;
      waits.add(job.waited(end));
    }
    if (state == JobState.FINISHED) {
      turnarounds.add(job.turnaround());
      slowdowns.add(job.boundedSlowdown());
    }
  }

  /** What came of them; asked once. */
  JobSummary summary() {
    return new JobSummary(
        jobs,
        started,
        count(JobState.FINISHED),
        count(JobState.FAILED),
        count(JobState.RUNNING),
        count(JobState.WAITING),
        count(JobState.STARVED),
        Durations.of(waits.build().toArray()),
        Durations.of(turnarounds.build().toArray()),
        Ratios.of(slowdowns.build().toArray()));
  }

  private long count(JobState state) {
    return states.getOrDefault(state, 0L);
  }
}
