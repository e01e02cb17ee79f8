package io.merapi.sim.report;

/**
 * Many jobs in short. Each is finished, failed, running, waiting or starved at the end.
 *
 * @param jobs all that came
 * @param started those whose minimum of pods had nodes at some moment
 * @param starved those that never started and waited longer than {@link JobState#STARVED_AFTER}
 * @param waits from coming to start, over those that started
 * @param turnarounds from coming to end, over those that finished
 * @param slowdowns bounded slowdowns of those that finished
 */
public record JobSummary(
    long jobs,
    long started,
    long finished,
    long failed,
    long running,
    long waiting,
    long starved,
    Durations waits,
    Durations turnarounds,
    Ratios slowdowns) {

  /** Those that have never started, starved or not. */
  public long notStarted() {
    return jobs - started;
  }
}
