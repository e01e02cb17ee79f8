package io.merapi.cluster.metrics;

import io.merapi.kube.cycle.KubeGauges;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The metrics {@code scheduler_*} that say what there is at the moment of a scrape. */
final class KubeGaugeMetrics implements MultiCollector {

  private final Supplier<@Nullable KubeGauges> source;

  KubeGaugeMetrics(Supplier<@Nullable KubeGauges> source) {
    this.source = source;
  }

  @Override
  public MetricSnapshots collect() {
    var pending =
        new GaugeFamily(
            "scheduler_pending_pods",
            "Pods that wait: 'active' to be tried next, 'backoff' for their time, 'unschedulable'"
                + " for something that helps, 'gated' to be let in.",
            "queue");
    var cache =
        new GaugeFamily(
            "scheduler_cache_size",
            "Nodes, pods on them, and those of the pods that the cluster has not confirmed.",
            "type");
    var inFlight =
        new GaugeFamily(
            "scheduler_inflight_events",
            "Events that are kept for pods that are being tried.",
            "event");
    KubeGauges now = source.get();
    if (now != null) {
      pending.set(now.pending().active(), "active");
      pending.set(now.pending().backoff(), "backoff");
      pending.set(now.pending().unschedulable(), "unschedulable");
      pending.set(now.pending().gated(), "gated");
      cache.set(now.nodes(), "nodes");
      cache.set(now.pods(), "pods");
      cache.set(now.assumedPods(), "assumed_pods");
      now.inFlightEvents().forEach((event, count) -> inFlight.set(count, event));
    }
    return new MetricSnapshots(pending.snapshot(), cache.snapshot(), inFlight.snapshot());
  }
}
