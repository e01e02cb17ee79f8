package io.merapi.cluster.tracing;

import io.merapi.api.pod.Pod;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.measures.QueuePool;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Spans of the attempts to schedule single pods, many of which are under way at once. */
final class KubeTraces implements KubeMeasures {

  private final Spans spans;
  private final KubeMeasures next;

  /** By the uid of their pod; of the scheduling thread alone. */
  private final Map<String, @Nullable Span> attempts = new HashMap<>();

  KubeTraces(Spans spans, KubeMeasures next) {
    this.spans = spans;
    this.next = next;
  }

  /** Turns to the attempt of a pod, which begins where there is none. */
  void turnTo(Pod pod, String nodeName, String profile) {
    String uid = pod.meta().uid();
    Span span = attempts.get(uid);
    if (span == null && !attempts.containsKey(uid)) {
      span = spans.begin("schedule pod", next.now());
      // An attempt that is not kept is remembered too, or it would be drawn again as it goes on.
      attempts.put(uid, span);
      if (span != null) {
        span.with("k8s.namespace.name", pod.namespace())
            .with("k8s.pod.name", pod.name())
            .with("k8s.pod.uid", uid)
            .with("merapi.profile", profile);
      }
    }
    if (span != null) {
      span.with("k8s.node.name", nodeName);
    }
    spans.turnTo(span);
  }

  void turnAway() {
    spans.turnTo(null);
  }

  /** The attempt that this thread is at; null where it is not kept. */
  @Nullable Span current() {
    return spans.current();
  }

  /** The attempt of a pod has ended, which need not be the one that this thread is at. */
  @Nullable Span end(Pod pod) {
    return attempts.remove(pod.meta().uid());
  }

  @Override
  public ProfileMeasures ofProfile(String schedulerName) {
    return new ProfileTraces(this, schedulerName, next.ofProfile(schedulerName));
  }

  @Override
  public void started() {
    attempts.clear();
    next.started();
  }

  // What no span is made of

  @Override
  public long now() {
    return next.now();
  }

  @Override
  public void searched(long begun) {
    next.searched(begun);
  }

  @Override
  public void bound(int tried, boolean afterTimeout) {
    next.bound(tried, afterTimeout);
  }

  @Override
  public void waitedForNode(int tried, Duration wait) {
    next.waitedForNode(tried, wait);
  }

  @Override
  public void entered(QueuePool pool, String event) {
    next.entered(pool, event);
  }

  @Override
  public void hinted(String plugin, String event, boolean helps, long begun) {
    next.hinted(plugin, event, helps, begun);
  }

  @Override
  public void preemptionTried() {
    next.preemptionTried();
  }

  @Override
  public void preempted(int victims) {
    @Nullable Span span = spans.current();
    if (span != null) {
      span.with("merapi.preemption.victims", victims);
    }
    next.preempted(victims);
  }

  @Override
  public void permitWaited(String status, long begun) {
    next.permitWaited(status, begun);
  }
}
