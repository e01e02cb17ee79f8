package io.merapi.batch.actions.nomination;

import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.actions.eviction.StarvingJobs;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.network.JobTopologies;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.tier.PluginFailure;

/**
 * Gives tasks the first claim on the nodes where room was made for them in an earlier session, in
 * the order of jobs.
 *
 * <p>A job that is ready with what it claims starts. One that still waits for victims to leave
 * keeps its claims, and its nominations, for the next session; one that would not get what it needs
 * that way is left to the other actions. So are jobs that say how close together their tasks must
 * be.
 */
public final class ClaimNominations implements Action {

  @Override
  public void execute(SchedulingSession session) {
    var jobs = new OrderedHeap<JobState>(session.orders()::job);
    for (JobState job : StarvingJobs.eligible(session)) {
      if (!JobTopologies.concerns(job) && hasNominated(job)) {
        jobs.push(job);
      }
    }
    while (!jobs.isEmpty()) {
      claim(jobs.pop(), session);
    }
  }

  private static boolean hasNominated(JobState job) {
    return job.tasks(TaskStatus.PENDING).stream()
        .anyMatch(task -> !task.nominatedNodeName().isEmpty() && !task.gated());
  }

  private static void claim(JobState job, SchedulingSession session) {
    Statement statement = session.statement();
    try {
      place(job, true, statement, session);
      if (!session.votes().ready(job)) {
        // Tasks that hold a place but are not bound must not make others of their gang start.
        statement.discard();
        place(job, false, statement, session);
        if (!session.votes().pipelined(job)) {
          statement.discard();
        }
      }
      statement.commit();
    } catch (PluginFailure failure) {
      statement.discard();
      session.failures().add(failure);
    }
  }

  /**
   * @param starting whether tasks that have their room now are to start
   */
  private static void place(
      JobState job, boolean starting, Statement statement, SchedulingSession session) {
    OrderedHeap<TaskState> tasks = StarvingJobs.waitingTasks(job, session);
    QueueInfo queue = session.queue(job.queue());
    while (queue != null && !tasks.isEmpty()) {
      TaskState task = tasks.pop();
      NodeState node = session.node(task.nominatedNodeName());
      if (node == null
          || !node.fitsFutureIdle(task)
          || !session.votes().allocatable(queue, task)
          || !session.fitness().prePredicate(task).isSuccess()
          || !session.fitness().predicate(task, node).isSuccess()) {
        continue;
      }
      if (starting && node.fitsIdle(task)) {
        statement.allocate(task, node);
      } else {
        statement.pipeline(task, node, true);
      }
    }
  }
}
