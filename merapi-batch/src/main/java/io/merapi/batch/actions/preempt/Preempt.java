package io.merapi.batch.actions.preempt;

import io.merapi.api.session.QueueInfo;
import io.merapi.batch.actions.eviction.EvictionNodes;
import io.merapi.batch.actions.eviction.RoomMaker;
import io.merapi.batch.actions.eviction.StarvingJobs;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.network.JobTopologies;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.tier.PluginFailure;

/**
 * Makes room for starving jobs within their queue, queue by queue in their order.
 *
 * <p>First at the cost of other jobs, where a job gets all that it lacks or nothing; then at the
 * cost of less important tasks of the same job, task by task until one finds no room. Jobs that say
 * how close together their tasks must be are left out: room made node by node would not help them.
 */
public final class Preempt implements Action {

  private final PreemptArgs args;

  public Preempt(PreemptArgs args) {
    this.args = args;
  }

  @Override
  public void execute(SchedulingSession session) {
    var starving = new StarvingJobs(session);
    for (JobState job : StarvingJobs.eligible(session)) {
      if (!JobTopologies.concerns(job)) {
        starving.addIfStarving(job);
      }
    }
    var queues = new OrderedHeap<QueueInfo>(session.orders()::queue);
    for (String name : starving.queues()) {
      QueueInfo queue = session.queue(name);
      if (queue != null) {
        queues.push(queue);
      }
    }
    // Dry runs choose among nodes by what is lost there, not by their scores.
    var nodes = new EvictionNodes(session, !args.topologyAware());
    NodeSearch search = session.search(args.predicateErrorCache());
    var fromOtherJobs =
        new RoomInQueue(session, args, nodes, search, new PreemptionVictims.OfOtherJobs(session));
    var fromOwnJob =
        new RoomInQueue(session, args, nodes, search, new PreemptionVictims.OfOwnJob(session));
    while (!queues.isEmpty()) {
      QueueInfo queue = queues.pop();
      OrderedHeap<JobState> jobs = starving.inOrder(queue);
      while (!jobs.isEmpty()) {
        starving.serve(jobs.pop(), fromOtherJobs);
      }
      for (JobState job : starving.of(queue)) {
        preemptWithin(job, starving, fromOwnJob, session);
      }
    }
  }

  private static void preemptWithin(
      JobState job, StarvingJobs starving, RoomMaker room, SchedulingSession session) {
    OrderedHeap<TaskState> tasks = StarvingJobs.waitingTasks(job, session);
    Statement statement = session.statement();
    try {
      while (!tasks.isEmpty() && room.makeRoom(tasks.pop(), statement)) {
        starving.spare(statement, room);
        statement.commit();
      }
    } catch (PluginFailure failure) {
      statement.discard();
      session.failures().add(failure);
    }
  }
}
