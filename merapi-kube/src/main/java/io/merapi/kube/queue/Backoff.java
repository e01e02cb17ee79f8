package io.merapi.kube.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/**
 * How long a pod that failed is left alone.
 *
 * <p>Times are cut to whole seconds, and a second counts as passed when it is over: so pods whose
 * times fall into one second come back together and are tried in the order of the queue.
 */
record Backoff(Duration initial, Duration max) {

  /** In place of a second that has not been worked out; before all times, as it were. */
  static final long UNKNOWN = Long.MIN_VALUE;

  /** Before all times, for pods that are not to wait. */
  private static final long NO_WAIT = Instant.MIN.getEpochSecond();

  /** The order in which pods come back. */
  static Comparator<PendingPod> byEnd() {
    return (first, second) -> Long.compare(first.backoffEnd, second.backoffEnd);
  }

  /** The second in which the pod's time passes, since the epoch. */
  private long end(PendingPod pod) {
    int failures = pod.consecutiveErrors > 0 ? pod.consecutiveErrors : pod.rejections;
    if (max.isZero() || failures == 0) {
      return NO_WAIT;
    }
    if (pod.backoffEnd == UNKNOWN) {
      pod.backoffEnd = pod.enqueued().plus(length(failures)).getEpochSecond();
    }
    return pod.backoffEnd;
  }

  Duration length(int failures) {
    int doublings = Math.min(failures - 1, Long.SIZE - 1);
    return initial.toNanos() > max.toNanos() >> doublings
        ? max
        : Duration.ofNanos(initial.toNanos() << doublings);
  }

  boolean lasts(PendingPod pod, Instant now) {
    return end(pod) >= now.getEpochSecond();
  }

  /** The first moment at which the pod's backoff no longer lasts. */
  Instant over(PendingPod pod) {
    return Instant.ofEpochSecond(end(pod) + 1);
  }
}
