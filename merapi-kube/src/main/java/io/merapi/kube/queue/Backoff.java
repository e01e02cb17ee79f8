package io.merapi.kube.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/**
 * How long a pod that failed is left alone.
 *
 * <p>Times are cut to whole seconds, and a second counts as passed when it is over: so pods whose
 * times fall into one second come back together and are tried in the order of the queue.
 */
record Backoff(Duration initial, Duration max) {

  private static final Duration WINDOW = Duration.ofSeconds(1);

  /** Before all times, for pods that are not to wait. */
  private static final Instant NO_WAIT = Instant.MIN;

  /** The order in which pods come back. */
  static Comparator<PendingPod> byEnd() {
    return Comparator.comparing(Backoff::knownEnd);
  }

  private static Instant knownEnd(PendingPod pod) {
    Instant end = pod.backoffEnd;
    return end == null ? NO_WAIT : end;
  }

  /** The second in which the pod's time passes. */
  Instant end(PendingPod pod) {
    int failures = pod.consecutiveErrors > 0 ? pod.consecutiveErrors : pod.rejections;
    if (max.isZero() || failures == 0) {
      return NO_WAIT;
    }
    Instant end = pod.backoffEnd;
    if (end == null) {
      end = pod.enqueued().plus(length(failures)).truncatedTo(ChronoUnit.SECONDS);
      pod.backoffEnd = end;
    }
    return end;
  }

  Duration length(int failures) {
    int doublings = Math.min(failures - 1, Long.SIZE - 1);
    return initial.toNanos() > max.toNanos() >> doublings
        ? max
        : Duration.ofNanos(initial.toNanos() << doublings);
  }

  boolean lasts(PendingPod pod, Instant now) {
    return !end(pod).isBefore(now.truncatedTo(ChronoUnit.SECONDS));
  }

  /** The first moment at which the pod's backoff no longer lasts. */
  Instant over(PendingPod pod) {
    return end(pod).plus(WINDOW);
  }
}
