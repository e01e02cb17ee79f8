package io.merapi.batch.actions.bundles;

import io.merapi.api.session.QueueInfo;
import io.merapi.batch.actions.bundles.GangPlacement.Plan;
import io.merapi.batch.actions.eviction.StarvingJobs;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.tier.PluginFailure;
import java.util.HashMap;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for jobs that starve, queue by queue and job by job in their orders.
 *
 * <p>A job gets all the room that it needs to start or none. Its evictions are committed at once;
 * its tasks stay pipelined, and each of its sub-jobs remembers the domain that was cleared for it,
 * so that an allocation goes there first.
 */
public final class GangEviction {

  private final SchedulingSession session;
  private final EvictionRules rules;
  private final GangPlanner planner;

  public GangEviction(SchedulingSession session, EvictionRules rules, GangEvictionArgs args) {
    this.session = session;
    this.rules = rules;
    this.planner = new GangPlanner(session, rules, args);
  }

  /** Makes room for all jobs that starve, as far as that can be done. */
  public void makeRoom() {
    var queues = new OrderedHeap<QueueInfo>(session.orders()::queue);
    var starving = new HashMap<QueueInfo, OrderedHeap<JobState>>();
    for (JobState job : StarvingJobs.eligible(session)) {
      QueueInfo queue = Objects.requireNonNull(session.queue(job.queue()));
      OrderedHeap<JobState> jobs = starving.get(queue);
      if (jobs == null) {
        jobs = new OrderedHeap<>(session.orders()::job);
        starving.put(queue, jobs);
        queues.push(queue);
      }
      if (agreed(() -> session.votes().starving(job))) {
        jobs.push(job);
      }
    }
    while (!queues.isEmpty()) {
      QueueInfo queue = queues.pop();
      OrderedHeap<JobState> jobs = Objects.requireNonNull(starving.get(queue));
      if (agreed(() -> rules.servesQueue(queue))) {
        while (!jobs.isEmpty()) {
          makeRoom(queue, jobs.pop());
        }
      }
    }
  }

  /** What plugins say; no where one of them throws. */
  private boolean agreed(BooleanSupplier question) {
    try {
      return question.getAsBoolean();
    } catch (PluginFailure failure) {
      session.failures().add(failure);
      return false;
    }
  }

  private void makeRoom(QueueInfo queue, JobState job) {
    Statement statement = session.statement();
    try {
      @Nullable Plan plan = planner.plan(queue, job);
      if (plan != null
          && statement.recover(plan.moves()).isSuccess()
          && session.votes().pipelined(job)) {
        statement.commit();
        plan.hyperNodes().forEach(SubJobState::setNominatedHyperNode);
      }
    } catch (PluginFailure failure) {
      session.failures().add(failure);
      job.fitErrors().setOfJob(failure.text());
    } finally {
      statement.discard();
    }
  }
}
