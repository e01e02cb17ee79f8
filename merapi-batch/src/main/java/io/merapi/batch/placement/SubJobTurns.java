package io.merapi.batch.placement;

import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;

/** The order in which the sub-jobs of a job are placed. */
public final class SubJobTurns {

  private SubJobTurns() {}

  /**
   * A heap without sub-jobs that hands those out first which the job cannot run without, as things
   * stand when it is made.
   */
  public static OrderedHeap<SubJobState> of(JobState job, SchedulingSession session) {
    Set<SubJobState> required = required(job, session);
    return new OrderedHeap<>((left, right) ->
        required.contains(left) == required.contains(right)
            ? session.orders().subJob(left, right)
            : required.contains(left));
  }

  /** The first sub-jobs of each policy, as many as its minimum lacks. */
  private static Set<SubJobState> required(JobState job, SchedulingSession session) {
    var counts = new HashMap<String, Integer>();
    var unready = new OrderedHeap<SubJobState>(session.orders()::subJob);
    for (SubJobState subJob : job.subJobs()) {
      if (session.votes().ready(subJob)) {
        counts.merge(subJob.groupUid(), 1, Integer::sum);
      } else {
        unready.push(subJob);
      }
    }
    var required = new HashSet<SubJobState>();
    while (!unready.isEmpty()) {
      SubJobState subJob = unready.pop();
      int minimum = job.minSubJobs().getOrDefault(subJob.groupUid(), 0);
      if (counts.getOrDefault(subJob.groupUid(), 0) < minimum) {
        required.add(subJob);
        counts.merge(subJob.groupUid(), 1, Integer::sum);
      }
    }
    return required;
  }
}
