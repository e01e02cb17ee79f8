package io.merapi.batch.plugins.overcommit;

import io.merapi.api.fixes.Fix;
import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.extension.Explained;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.shares.Reservations;
import io.merapi.batch.shares.Shortage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Admits jobs to their queues as long as the cluster, taken for a little larger than it is, has
 * room for their minimum resources beside what other admitted jobs still wait for.
 */
public final class Overcommit implements JobEnqueueable, JobEnqueued, Explained {

  public static final String NAME = "overcommit";

  private final Session session;
  private final double factor;
  private final Reservations reservations;
  private final Resources idle;
  private final ResourcesSum inqueue;

  /** Null where every job counts on the whole cluster, as upstream has it. */
  private final @Nullable UsableRoom usableRoom;

  public Overcommit(OvercommitArgs args, Session session) {
    this.session = session;
    this.factor = args.factor();
    this.reservations = new Reservations(session);
    this.idle = idle(session, factor);
    this.inqueue = new ResourcesSum(session.resources());
    this.usableRoom =
        session.fixes().has(Fix.OVERCOMMIT_BY_FEASIBLE_NODES)
            ? new UsableRoom(session, factor)
            : null;
    if (usableRoom == null) {
      reservations.inCluster().values().forEach(inqueue::add);
    } else {
      session.jobs().forEach(job -> reserve(job, reservations.inCluster(job)));
    }
  }

  private static Resources idle(Session session, double factor) {
    return session.totalResources().times(factor).minusAllowingNegative(session.usedResources());
  }

  private void reserve(Job job, Resources amount) {
    inqueue.add(amount);
    if (usableRoom != null) {
      usableRoom.reserve(job, amount);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Only where jobs that show no sign of life give their reservation up. */
  @Override
  public boolean readsClock() {
    return session.fixes().has(Fix.RELEASE_DEAD_INQUEUE);
  }

  @Override
  public Vote jobEnqueueable(Job job) {
    if (job.podGroup().minResources() == null) {
      return Vote.PERMIT;
    }
    Resources wanted = inqueue(job).plus(job.minResources());
    List<String> overused = Dimensions.exceeding(wanted, idle(job), job.minResources());
    if (overused.isEmpty() || mayReclaim(job)) {
      return Vote.PERMIT;
    }
    session.report(
        job,
        "Normal",
        "Unschedulable",
        Shortage.text("resource in cluster is overused", "overused", overused));
    return Vote.REJECT;
  }

  /**
   * Whether a job may be admitted although there is no room for it now. Kept from upstream: none
   * may, so that a queue that lent its part out never asks for it back.
   */
  private boolean mayReclaim(Job job) {
    return session.fixes().has(Fix.ENQUEUE_UP_TO_DESERVED) && session.entitled(job);
  }

  private Resources inqueue(Job job) {
    return usableRoom == null ? inqueue.toResources() : usableRoom.inqueue(job);
  }

  private Resources idle(Job job) {
    return usableRoom == null ? idle : usableRoom.idle(job);
  }

  @Override
  public void jobEnqueued(Job job) {
    reserve(job, reservations.admitted(job));
  }

  @Override
  public Map<String, @Nullable Object> attributes() {
    var attributes = new LinkedHashMap<String, @Nullable Object>();
    attributes.put("totalResource", session.totalResources());
    attributes.put("idleResource", idle);
    attributes.put("inqueueResource", inqueue.toResources());
    attributes.put("overCommitFactor", factor);
    return attributes;
  }
}
