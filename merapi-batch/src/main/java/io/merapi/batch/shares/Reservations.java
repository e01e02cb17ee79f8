package io.merapi.batch.shares;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What jobs that were admitted still keep for themselves although no task of theirs holds it yet.
 * Jobs without minimum resources keep nothing, and nothing is kept for gated tasks.
 */
public final class Reservations {

  /**
   * How long a job that does not start keeps anything after it, or the last of its pods, was made;
   * only with {@code release-dead-inqueue}.
   */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Session session;

  public Reservations(Session session) {
    this.session = session;
  }

  /** What a job keeps of its queue: its minimum less what its tasks hold. */
  public Resources inQueue(Job job) {
    return keeps(job) ? job.withoutGated(job.outstandingMinResources()) : nothing();
  }

  /**
   * What a job keeps of the cluster. A job that has been admitted and does not run yet keeps its
   * whole minimum, whatever its tasks hold.
   */
  public Resources inCluster(Job job) {
    boolean whole =
        job.phase() == PodGroupPhase.INQUEUE && !session.fixes().has(Fix.COUNT_BINDING_TASKS_ONCE);
    return whole && keeps(job) ? admitted(job) : inQueue(job);
  }

  /** What jobs keep of their queues in sum, by the names of these. */
  public Map<String, Resources> inQueues() {
    return sum("inqueue", this::inQueue);
  }

  /** What jobs keep of the cluster in sum, by the names of their queues. */
  public Map<String, Resources> inCluster() {
    return sum("inqueue of the cluster", this::inCluster);
  }

  private Map<String, Resources> sum(String name, Function<Job, Resources> amount) {
    if (!session.fixes().has(Fix.RELEASE_DEAD_INQUEUE)) {
      return session.sumByQueue(name, amount);
    }
    // Whether a job was given up goes by the clock, so that all that might be are asked every time.
    var sums =
        new TreeMap<>(
            session.sumByQueue(name, job -> mayBeGivenUp(job) ? nothing() : amount.apply(job)));
    for (Job job : session.unsettledJobs()) {
      if (mayBeGivenUp(job)) {
        sums.merge(job.queue(), amount.apply(job), Resources::plus);
      }
    }
    return sums;
  }

  private static boolean mayBeGivenUp(Job job) {
    return job.phase() == PodGroupPhase.INQUEUE;
  }

  /** What a job keeps from the moment of its admission: its whole minimum. */
  public Resources admitted(Job job) {
    return job.withoutGated(job.minResources());
  }

  /**
   * Whether a job keeps anything. One that runs does while at least its minimum of tasks holds
   * resources: with fewer, some have ended and will not come back.
   */
  private boolean keeps(Job job) {
    return switch (job.phase()) {
      case INQUEUE -> !session.fixes().has(Fix.RELEASE_DEAD_INQUEUE) || !givenUp(job);
      case RUNNING -> job.allocatedTasks() >= job.podGroup().minMember();
      case PENDING, UNKNOWN, COMPLETED, UNSET -> false;
    };
  }

  /** Whether a job has shown no sign of life for long, and nothing of it holds resources. */
  private boolean givenUp(Job job) {
    Instant lastSign = job.created();
    for (Task task : job.tasks()) {
      Instant created = task.pod().meta().creationTimestamp();
      lastSign = created != null && created.isAfter(lastSign) ? created : lastSign;
    }
    return job.allocatedTasks() == 0
        && Duration.between(lastSign, session.clock().instant()).compareTo(PATIENCE) > 0;
  }

  private Resources nothing() {
    return Resources.none(session.resources());
  }
}
