package io.merapi.batch.actions.enqueue;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.session.QueueInfo;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.PluginFailure;
import java.util.HashMap;

/**
 * Admits pending jobs to their queues: queue by queue in their order, one job of a queue at a time.
 *
 * <p>A job without minimum resources is admitted without a question; of the others plugins vote. A
 * job that is turned down does not keep the next one of its queue from being asked about.
 */
public final class Enqueue implements Action {

  @Override
  public void execute(SchedulingSession session) {
    var queues = new OrderedHeap<QueueInfo>(session.orders()::queue);
    var waiting = new HashMap<String, OrderedHeap<JobState>>();
    for (QueueInfo queue : session.queuesWithJobs()) {
      queues.push(queue);
    }
    session.considersJobs();
    for (JobState job : session.waitingJobs()) {
      if (job.pending()) {
        waiting
            .computeIfAbsent(job.queue(), _ -> new OrderedHeap<>(session.orders()::job))
            .push(job);
      }
    }
    while (!queues.isEmpty()) {
      QueueInfo queue = queues.pop();
      OrderedHeap<JobState> jobs = waiting.get(queue.name());
      if (jobs == null || jobs.isEmpty()) {
        continue;
      }
      consider(jobs.pop(), session);
      queues.push(queue);
    }
  }

  private static void consider(JobState job, SchedulingSession session) {
    try {
      if (job.podGroup().minResources() == null || session.votes().enqueueable(job)) {
        session.votes().enqueued(job);
        job.setPhase(PodGroupPhase.INQUEUE);
      }
    } catch (PluginFailure failure) {
      session.failures().add(failure);
      job.fitErrors().setOfJob(failure.text());
    }
  }
}
