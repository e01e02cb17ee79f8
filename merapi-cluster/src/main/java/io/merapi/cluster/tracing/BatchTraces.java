package io.merapi.cluster.tracing;

import io.merapi.batch.measures.BatchMeasures;
import java.time.Instant;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Spans of batch sessions, with a child for their opening and for each action. */
final class BatchTraces implements BatchMeasures {

  private final Spans spans;
  private final BatchMeasures next;
  private @Nullable Span session;
  private int handedOver;
  private int evicted;

  BatchTraces(Spans spans, BatchMeasures next) {
    this.spans = spans;
    this.next = next;
  }

  @Override
  public void sessionOpened(long begun) {
    session = spans.begin("session", begun);
    handedOver = 0;
    evicted = 0;
    child("open session", begun);
    // What is sent from here on is part of the session.
    spans.turnTo(session);
    next.sessionOpened(begun);
  }

  @Override
  public void acted(String action, long begun) {
    child(action, begun);
    next.acted(action, begun);
  }

  private void child(String name, long begun) {
    if (session != null) {
      session.child(name, Span.Kind.INTERNAL, begun).end(next.now());
    }
  }

  @Override
  public void assumed(String namespace, String name, Instant created) {
    handedOver++;
    next.assumed(namespace, name, created);
  }

  @Override
  public void evicted(String action, int tasks) {
    evicted += tasks;
    next.evicted(action, tasks);
  }

  @Override
  public void sessionEnded(long begun, int jobs, IntSupplier waitingTasks) {
    if (session != null) {
      session
          .with("merapi.jobs", jobs)
          .with("merapi.tasks.bound", handedOver)
          .with("merapi.tasks.evicted", evicted)
          .with("merapi.tasks.waiting", waitingTasks.getAsInt())
          .end(next.now());
    }
    session = null;
    spans.turnTo(null);
    next.sessionEnded(begun, jobs, waitingTasks);
  }

  // What no span is made of

  @Override
  public long now() {
    return next.now();
  }

  @Override
  public void pluginOpened(String plugin, long begun) {
    next.pluginOpened(plugin, begun);
  }

  @Override
  public void pluginClosed(String plugin, long begun) {
    next.pluginClosed(plugin, begun);
  }

  @Override
  public void staged(Stage stage, long begun) {
    next.staged(stage, begun);
  }

  @Override
  public void reached(Milestone milestone, @Nullable Instant created) {
    next.reached(milestone, created);
  }

  @Override
  public void bound(boolean well) {
    next.bound(well);
  }

  @Override
  public void unready(List<UnreadyJob> jobs) {
    next.unready(jobs);
  }

  @Override
  public void jobGone(String namespace, String name) {
    next.jobGone(namespace, name);
  }

  @Override
  public void preemptionTried() {
    next.preemptionTried();
  }

  @Override
  public void preemptionVictims(int victims) {
    next.preemptionVictims(victims);
  }
}
