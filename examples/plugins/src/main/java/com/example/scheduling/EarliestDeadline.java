package com.example.scheduling;

import io.merapi.api.session.Job;
import io.merapi.api.session.extension.JobOrder;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Lets the job go first whose PodGroup has the earlier deadline; jobs without one go last. */
public final class EarliestDeadline implements JobOrder {

  static final String NAME = "earliest-deadline";

  private final Args args;

  EarliestDeadline(Args args) {
    this.args = args;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int compareJobs(Job left, Job right) {
    return deadline(left).compareTo(deadline(right));
  }

  private Instant deadline(Job job) {
    String text = job.podGroup().meta().annotations().getOrDefault(args.annotation(), "");
    try {
      return text.isEmpty() ? Instant.MAX : Instant.parse(text);
    } catch (DateTimeParseException e) {
      return Instant.MAX;
    }
  }

  /** Deadlines stand still, so while nothing changes in the cluster, neither does any answer. */
  @Override
  public boolean readsClock() {
    return false;
  }

  /**
   * What a configuration says.
   *
   * @param annotation of a PodGroup, with a time such as {@code 2030-01-01T00:00:00Z}
   */
  record Args(String annotation) {}
}
