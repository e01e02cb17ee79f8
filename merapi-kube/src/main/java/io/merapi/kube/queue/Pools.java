package io.merapi.kube.queue;

import io.merapi.api.framework.QueuedPod;
import io.merapi.kube.queue.SchedulingQueue.Sizes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods that wait, each in exactly one pool. */
final class Pools {

  private final Map<String, PendingPod> pods = new HashMap<>();
  private final PodHeap active;
  private final PodHeap backingOff;
  private final PodHeap backingOffErrors = new PodHeap(Backoff.byEnd());
  private final UnschedulablePool unschedulable = new UnschedulablePool();
  private final Backoff backoff;

  /**
   * @param queueOrder of pods that can be tried
   */
  Pools(Comparator<QueuedPod> queueOrder, Backoff backoff) {
    Comparator<PendingPod> order =
        (first, second) -> queueOrder.compare(first.queued(), second.queued());
    this.active = new PodHeap(order);
    this.backingOff = new PodHeap(Backoff.byEnd().thenComparing(order));
    this.backoff = backoff;
  }

  UnschedulablePool unschedulable() {
    return unschedulable;
  }

  @Nullable PendingPod find(String key) {
    return pods.get(key);
  }

  /** All pods in the order of their arrival. */
  List<PendingPod> all() {
    var all = new ArrayList<>(pods.values());
    all.sort(Comparator.comparingLong(pod -> pod.arrival));
    return all;
  }

  /** Puts a pod into a pool, from wherever it is. */
  void move(PendingPod pod, Pool pool) {
    leave(pod);
    pods.put(pod.pod().key(), pod);
    pod.pool = pool;
    switch (pool) {
      case ACTIVE -> active.add(pod);
      case BACKOFF -> backingOff.add(pod);
      case ERROR_BACKOFF -> backingOffErrors.add(pod);
      case UNSCHEDULABLE, GATED -> unschedulable.add(pod);
      case NONE -> throw new IllegalArgumentException("a pod is removed, not moved to no pool");
    }
  }

  void remove(PendingPod pod) {
    leave(pod);
    pods.remove(pod.pod().key(), pod);
  }

  private void leave(PendingPod pod) {
    switch (pod.pool) {
      case ACTIVE -> active.remove(pod);
      case BACKOFF -> backingOff.remove(pod);
      case ERROR_BACKOFF -> backingOffErrors.remove(pod);
      case UNSCHEDULABLE, GATED -> unschedulable.remove(pod);
      case NONE -> {}
    }
    pod.pool = Pool.NONE;
  }

  /** The next pod to try, which stays where it is; null if there is none. */
  @Nullable PendingPod next() {
    PendingPod first = active.peek();
    return first != null ? first : backingOff.peek();
  }

  /** The pods whose backoff is over; they leave their pool. */
  List<PendingPod> takeBackedOff(Instant now) {
    var over = new ArrayList<PendingPod>();
    for (PodHeap heap : List.of(backingOff, backingOffErrors)) {
      for (PendingPod pod = heap.peek(); pod != null; pod = heap.peek()) {
        if (backoff.lasts(pod, now)) {
          break;
        }
        leave(pod);
        over.add(pod);
      }
    }
    return over;
  }

  /** The pods that have been unschedulable for so long; they leave their pool. */
  List<PendingPod> takeTimedOut(Duration maxUnschedulable, Instant now) {
    var timedOut = new ArrayList<PendingPod>();
    Instant limit = now.minus(maxUnschedulable);
    for (PendingPod pod = unschedulable.oldest(); pod != null; pod = unschedulable.oldest()) {
      if (pod.enqueued().isAfter(limit)) {
        break;
      }
      leave(pod);
      timedOut.add(pod);
    }
    return timedOut;
  }

  /** When the next backoff is over or the next pod has been unschedulable for so long. */
  @Nullable Instant nextWakeUp(Duration maxUnschedulable) {
    PendingPod oldest = unschedulable.oldest();
    Instant next = oldest == null ? null : oldest.enqueued().plus(maxUnschedulable);
    for (PodHeap heap : List.of(backingOff, backingOffErrors)) {
      PendingPod first = heap.peek();
      if (first != null && (next == null || backoff.over(first).isBefore(next))) {
        next = backoff.over(first);
      }
    }
    return next;
  }

  Sizes sizes() {
    return new Sizes(
        active.size(),
        backingOff.size() + backingOffErrors.size(),
        unschedulable.ungated(),
        unschedulable.gated());
  }
}
