package io.merapi.batch.cycle;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.job.JobState;
import io.merapi.batch.measures.BatchGauges;
import io.merapi.batch.measures.BatchGauges.JobFigures;
import io.merapi.batch.measures.MeasuredJobs;
import io.merapi.batch.measures.MeasuredQueues;
import io.merapi.batch.measures.QueueFigures;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Reads what a session that has ended left, in numbers. */
final class SessionFigures {

  private SessionFigures() {}

  static BatchGauges of(SchedulingSession session) {
    // Where two plugins count for a queue, the later one has the last word, as upstream has it.
    var queues = new LinkedHashMap<String, QueueFigures>();
    @Nullable MeasuredJobs shares = null;
    for (BatchPlugin plugin : session.plugins().all()) {
      if (plugin instanceof MeasuredQueues measured) {
        measured.queueFigures().forEach(figures -> queues.put(figures.queue(), figures));
      }
      if (plugin instanceof MeasuredJobs measured) {
        shares = measured;
      }
    }
    var jobs = new ArrayList<JobFigures>();
    for (JobState job : session.jobs()) {
      jobs.add(
          new JobFigures(
              job.namespace(),
              job.name(),
              job.queue(),
              job.created(),
              shares == null ? null : shares.shareOfJob(job)));
    }
    return new BatchGauges(new ArrayList<>(queues.values()), jobs);
  }
}
