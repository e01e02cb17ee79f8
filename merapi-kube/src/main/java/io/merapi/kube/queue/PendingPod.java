package io.merapi.kube.queue;

import io.merapi.api.framework.QueuedPod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.SchedulingProfile;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pod on its way through the queue, with what its attempts so far have come to.
 *
 * <p>Owned by the queue, which changes it; others only read it, on the scheduling thread. Upstream
 * counterpart: {@code QueuedPodInfo}.
 */
public final class PendingPod {

  private SchedulingProfile profile;

  /** Settles the order of pods that the profile's order holds equal. */
  final long arrival;

  private QueuedPod queued;
  private @Nullable Instant firstActive;
  private int attempts;
  private boolean flushed;

  Rejectors rejectors = Rejectors.NONE;
  String gate = "";
  int rejections;
  int consecutiveErrors;

  /** Kept while it is in a pool, because orders depend on it; see {@link Backoff}. */
  long backoffEnd = Backoff.UNKNOWN;

  Pool pool = Pool.NONE;
  int heapIndex = -1;
  UnschedulablePool.@Nullable Group group;

  /** What happened last when it was handed out; absent while nothing that happens matters to it. */
  InFlight.@Nullable Link since;

  PendingPod(PodInfo pod, SchedulingProfile profile, long arrival, Instant now) {
    this.profile = profile;
    this.arrival = arrival;
    this.queued = new QueuedPod(pod, now);
  }

  public PodInfo pod() {
    return queued.pod();
  }

  public SchedulingProfile profile() {
    return profile;
  }

  /** When it entered the queue, or came back to it after its last attempt. */
  public Instant enqueued() {
    return queued.enqueued();
  }

  /** How often it was handed out, this time included. */
  public int attempts() {
    return attempts;
  }

  /** When it could be tried for the first time; absent while plugins keep it out. */
  public @Nullable Instant firstActive() {
    return firstActive;
  }

  /** The plugins that rejected it last; kept during an attempt, until that one fails too. */
  public Rejectors rejectors() {
    return rejectors;
  }

  /** The plugin that keeps it out of the queue; empty for none. */
  public String gate() {
    return gate;
  }

  public Pool pool() {
    return pool;
  }

  /** Whether it was last brought back by nothing but the time that it had waited. */
  public boolean wasFlushed() {
    return flushed;
  }

  QueuedPod queued() {
    return queued;
  }

  void renew(PodInfo pod) {
    if (pod != queued.pod()) {
      queued = new QueuedPod(pod, queued.enqueued());
    }
  }

  /** Passes to another profile; it is in no pool. How often it has failed stays known. */
  void moveTo(SchedulingProfile now) {
    profile = now;
    gate = "";
    backoffEnd = Backoff.UNKNOWN;
  }

  void activatedAt(Instant now) {
    if (firstActive == null) {
      firstActive = now;
    }
  }

  void handedOut() {
    attempts++;
  }

  void cameBack(Rejectors by, PodInfo pod, Instant now) {
    rejectors = by;
    gate = "";
    if (by.isEmpty()) {
      consecutiveErrors++;
    } else {
      rejections++;
      consecutiveErrors = 0;
    }
    queued = new QueuedPod(pod, now);
    backoffEnd = Backoff.UNKNOWN;
    flushed = false;
  }

  void markFlushed() {
    flushed = true;
  }

  boolean gated() {
    return !gate.isEmpty();
  }

  @Override
  public String toString() {
    return "%s in %s after %d attempts".formatted(pod().key(), pool, attempts);
  }
}
