package io.merapi.batch.plugins.proportion;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.shares.Reservations;

/** Adds up what the jobs of one queue use and want. */
final class QueueTally {

  /**
   * Whether a job's minimum counts as asked for before its pods are there, which they often are
   * only after its admission; only with {@code enqueue-up-to-deserved}.
   */
  private final boolean countsAhead;

  private final QueueBounds bounds;
  private final Reservations reservations;
  private final ResourcesSum allocated;
  private final ResourcesSum request;
  private final ResourcesSum elastic;
  private final ResourcesSum inqueue;

  QueueTally(QueueBounds bounds, Session session) {
    this.countsAhead = session.fixes().has(Fix.ENQUEUE_UP_TO_DESERVED);
    this.bounds = bounds;
    this.reservations = new Reservations(session);
    this.allocated = new ResourcesSum(session.resources());
    this.request = new ResourcesSum(session.resources());
    this.elastic = new ResourcesSum(session.resources());
    this.inqueue = new ResourcesSum(session.resources());
  }

  void add(Job job) {
    allocated.add(job.allocated());
    request.add(job.allocated());
    for (Task task : job.tasks(TaskStatus.PENDING)) {
      request.add(task.request());
    }
    if (countsAhead && (job.pending() || job.phase() == PodGroupPhase.INQUEUE)) {
      request.add(job.minResources().exceeding(job.totalRequest()));
    }
    elastic.add(job.elasticResources());
    inqueue.add(reservations.inQueue(job));
  }

  Claim claim() {
    return new Claim(
        bounds.weight(), request.toResources(), bounds.realCapability(), bounds.guarantee());
  }

  QueueShare share(Resources deserved) {
    return new QueueShare(
        bounds,
        request.toResources(),
        elastic.toResources(),
        inqueue.toResources(),
        deserved,
        allocated.toResources());
  }
}
