package io.merapi.batch.actions.reclaim;

import io.merapi.api.session.QueueInfo;
import io.merapi.batch.actions.eviction.EvictionNodes;
import io.merapi.batch.actions.eviction.StarvingJobs;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.PluginFailure;
import java.util.HashMap;
import java.util.HashSet;

/**
 * Makes room for starving jobs at the cost of other queues: queue by queue in their order, and of
 * each its starving jobs in theirs.
 *
 * <p>A queue that is overused when its turn comes has none of its jobs served.
 */
public final class Reclaim implements Action {

  @Override
  public void execute(SchedulingSession session) {
    var queues = new OrderedHeap<QueueInfo>(session.orders()::queue);
    var known = new HashSet<String>();
    var starving = new StarvingJobs(session);
    for (JobState job : StarvingJobs.eligible(session)) {
      QueueInfo queue = session.queue(job.queue());
      if (queue != null && known.add(queue.name())) {
        queues.push(queue);
      }
      starving.addIfStarving(job);
    }
    var nodes = new EvictionNodes(session, false);
    var victims = new ReclaimVictims(session);
    var waiting = new HashMap<QueueInfo, OrderedHeap<JobState>>();
    while (!queues.isEmpty()) {
      QueueInfo queue = queues.pop();
      OrderedHeap<JobState> jobs = waiting.computeIfAbsent(queue, starving::inOrder);
      if (overused(queue, session)) {
        continue;
      }
      while (!jobs.isEmpty()) {
        JobState job = jobs.pop();
        starving.serve(job, new RoomFromOtherQueues(session, queue, nodes, victims));
        if (!jobs.isEmpty()) {
          // Without jobs left when it comes up again, but it counts when others find their place.
          queues.push(queue);
        }
      }
    }
  }

  /** A plugin that throws costs the queue its turn. */
  private static boolean overused(QueueInfo queue, SchedulingSession session) {
    try {
      return session.votes().overused(queue);
    } catch (PluginFailure failure) {
      session.failures().add(failure);
      return true;
    }
  }
}
