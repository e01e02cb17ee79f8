package io.merapi.kube.queue;

import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.measures.QueuePool;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Which pool a pod comes to: its backoff and the plugins that gate pods have a say in it. */
final class PoolEntrance {

  private final Pools pools;
  private final Backoff backoff;
  private final InstantSource clock;
  private final Supplier<SnapshotView> cluster;
  private final KubeMeasures measures;

  PoolEntrance(
      Pools pools,
      Backoff backoff,
      InstantSource clock,
      Supplier<SnapshotView> cluster,
      KubeMeasures measures) {
    this.pools = pools;
    this.backoff = backoff;
    this.clock = clock;
    this.cluster = cluster;
    this.measures = measures;
  }

  /**
   * Puts a pod where it belongs.
   *
   * @param event the name of what brought it there
   */
  void wake(PendingPod pod, Wake how, String event) {
    if (how == Wake.NO) {
      setAside(pod, pod.gated() ? Pool.GATED : Pool.UNSCHEDULABLE, event);
    } else if (how == Wake.AT_ONCE || !backoff.lasts(pod, clock.instant())) {
      activate(pod, event);
    } else if (mayEnter(pod)) {
      pools.move(pod, pod.rejectors.isEmpty() ? Pool.ERROR_BACKOFF : Pool.BACKOFF);
      measures.entered(QueuePool.BACKOFF, event);
    } else {
      setAside(pod, Pool.GATED, event);
    }
  }

  private void setAside(PendingPod pod, Pool pool, String event) {
    boolean comes = pod.pool != Pool.UNSCHEDULABLE && pod.pool != Pool.GATED;
    pools.move(pod, pool);
    if (comes) {
      measures.entered(QueuePool.UNSCHEDULABLE, event);
    }
  }

  /** Whether it is active now, and not gated. */
  boolean activate(PendingPod pod, String event) {
    if (!mayEnter(pod)) {
      setAside(pod, Pool.GATED, event);
      return false;
    }
    activateUnasked(pod, event);
    return true;
  }

  /** Makes it active without asking whether it may be. */
  void activateUnasked(PendingPod pod, String event) {
    pod.activatedAt(clock.instant());
    pools.move(pod, Pool.ACTIVE);
    measures.entered(QueuePool.ACTIVE, event);
  }

  private boolean mayEnter(PendingPod pod) {
    ProfileMeasures of = pod.profile().measures();
    long begun = of.now();
    PluginVerdict verdict = pod.profile().preEnqueue(pod.pod(), cluster.get());
    of.ran(MeasuredPoint.PRE_ENQUEUE, verdict.verdict().code(), begun);
    pod.gate = verdict.plugin();
    if (pod.gated()) {
      Rejectors with = pod.rejectors.and(pod.gate);
      if (!with.equals(pod.rejectors)) {
        of.unschedulable(List.of(pod.gate), 1);
        pod.rejectors = with;
      }
    }
    return !pod.gated();
  }
}
