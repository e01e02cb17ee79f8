package io.merapi.batch.plugins.sla;

import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.JobPipelined;
import io.merapi.api.session.extension.Vote;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Sees to it that jobs do not wait longer than they may: those whose time is up first go first. */
public final class Sla implements JobOrder, JobEnqueueable, JobPipelined {

  public static final String NAME = "sla";

  private final @Nullable Duration waitingTime;
  private final InstantSource clock;

  public Sla(SlaArgs args, Session session) {
    this.waitingTime = args.waitingTime();
    this.clock = session.clock();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int compareJobs(Job left, Job right) {
    Instant ofLeft = deadline(left);
    Instant ofRight = deadline(right);
    return ofLeft == null || ofRight == null
        ? Boolean.compare(ofLeft == null, ofRight == null)
        : ofLeft.compareTo(ofRight);
  }

  /** A job whose time is up is admitted whether or not there is room, and so reserves it. */
  @Override
  public Vote jobEnqueueable(Job job) {
    return permitIfLate(job);
  }

  /** A job whose time is up keeps the nodes that it waits for, even if it has too few. */
  @Override
  public Vote jobPipelined(Job job) {
    return permitIfLate(job);
  }

  private Vote permitIfLate(Job job) {
    Instant deadline = deadline(job);
    return deadline == null || clock.instant().isBefore(deadline) ? Vote.ABSTAIN : Vote.PERMIT;
  }

  private @Nullable Instant deadline(Job job) {
    Duration own = job.waitingTime();
    Duration allowed = own == null ? waitingTime : own;
    return allowed == null ? null : job.created().plus(allowed);
  }
}
