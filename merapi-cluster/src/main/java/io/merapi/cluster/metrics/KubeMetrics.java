package io.merapi.cluster.metrics;

import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.measures.QueuePool;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The metrics {@code scheduler_*} that follow what a scheduler does.
 *
 * <p>Implementation note: most calls come once per pod, so what a label stands for is looked up
 * once and kept; the maps belong to the scheduling thread.
 */
final class KubeMetrics implements KubeMeasures {

  /** Pods that were tried more often are counted together. */
  private static final int MOST_ATTEMPTS = 15;

  private static final double NANOS = 1e9;

  final Counter attempts;
  final Histogram attemptDuration;
  final Histogram pointDuration;
  final Histogram pluginDuration;
  final Gauge unschedulable;

  private final Histogram searchDuration;
  private final Histogram podAttempts;
  private final Counter afterFlush;
  private final Counter preemptionAttempts;
  private final Histogram preemptionVictims;
  private final Histogram permitWait;
  private final Histogram hintDuration;
  private final Counter incoming;
  private final DistributionDataPoint[] waits = new DistributionDataPoint[MOST_ATTEMPTS + 1];
  private final Map<QueuePool, Map<String, CounterDataPoint>> entered =
      new EnumMap<>(QueuePool.class);
  private final Map<String, Map<String, DistributionDataPoint[]>> hints = new HashMap<>();
  private final Map<String, ProfileMetrics> profiles = new ConcurrentHashMap<>();

  KubeMetrics(Families families) {
    double[] fromMillisecond = Buckets.exponential(0.001, 2, 15);
    double[] ofPlugins = Buckets.exponential(0.00001, 1.5, 20);
    attempts =
        families.counter(
            "scheduler_schedule_attempts_total",
            "Attempts to schedule pods: 'scheduled', 'unschedulable' where no node would do,"
                + " 'error' where something failed.",
            "result",
            "profile");
    attemptDuration =
        families.histogram(
            "scheduler_scheduling_attempt_duration_seconds",
            "Time of an attempt in seconds, from the queue to the binding or the failure.",
            fromMillisecond,
            "result",
            "profile");
    searchDuration =
        families.histogram(
            "scheduler_scheduling_algorithm_duration_seconds",
            "Time of the search for a node in seconds, preemption included.",
            fromMillisecond);
    Histogram sli =
        families.histogram(
            "scheduler_pod_scheduling_sli_duration_seconds",
            "Time in seconds from when a pod could first be tried until it was bound.",
            Buckets.exponential(0.01, 2, 20),
            "attempts");
    for (int tried = 1; tried <= MOST_ATTEMPTS; tried++) {
      waits[tried] = sli.labelValues(tried == MOST_ATTEMPTS ? "15+" : Integer.toString(tried));
    }
    podAttempts =
        families.histogram(
            "scheduler_pod_scheduling_attempts",
            "Attempts that pods took until they were bound.",
            Buckets.exponential(1, 2, 5));
    afterFlush =
        families.counter(
            "scheduler_pod_scheduled_after_flush_total",
            "Pods that were bound after nothing but the time they had waited brought them back.");
    pointDuration =
        families.histogram(
            "scheduler_framework_extension_point_duration_seconds",
            "Time of all plugins of an extension point together, in seconds.",
            Buckets.exponential(0.0001, 2, 12),
            "extension_point",
            "status",
            "profile");
    pluginDuration =
        families.histogram(
            "scheduler_plugin_execution_duration_seconds",
            "Time of one call of a plugin in seconds, for one attempt in ten.",
            ofPlugins,
            "plugin",
            "extension_point",
            "status");
    CounterWithCallback.builder()
        .name("scheduler_plugin_evaluation_total")
        .help("Pods in which a plugin had a part at an extension point.")
        .labelNames("plugin", "extension_point", "profile")
        .callback(this::evaluations)
        .register(families.registry());
    incoming =
        families.counter(
            "scheduler_queue_incoming_pods_total",
            "Pods that came to a queue, by what brought them there.",
            "queue",
            "event");
    for (QueuePool pool : QueuePool.values()) {
      entered.put(pool, new HashMap<>());
    }
    unschedulable =
        families.gauge(
            "scheduler_unschedulable_pods",
            "Pods that wait because a plugin rejected them; one for each such plugin.",
            "plugin",
            "profile");
    preemptionAttempts =
        families.counter(
            "scheduler_preemption_attempts_total", "Attempts to make room by evicting pods.");
    preemptionVictims =
        families.histogram(
            "scheduler_preemption_victims",
            "Pods that were chosen to make room for another.",
            Buckets.exponential(1, 2, 7));
    permitWait =
        families.histogram(
            "scheduler_permit_wait_duration_seconds",
            "Time that pods waited for permission to be bound, in seconds.",
            fromMillisecond,
            "result");
    hintDuration =
        families.histogram(
            "scheduler_queueing_hint_execution_duration_seconds",
            "Time of one question whether an event helps a pod, in seconds.",
            ofPlugins,
            "plugin",
            "event",
            "hint");
    families.counter(
        "scheduler_podgroup_schedule_attempts_total",
        "Attempts to schedule pod groups of Kubernetes; needs GenericWorkload.",
        "result",
        "profile");
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public void started() {
    unschedulable.clear();
  }

  @Override
  public ProfileMeasures ofProfile(String schedulerName) {
    return profiles.computeIfAbsent(schedulerName, name -> new ProfileMetrics(this, name));
  }

  static double secondsSince(long begun) {
    return (System.nanoTime() - begun) / NANOS;
  }

  static double seconds(long begun, long ended) {
    return (ended - begun) / NANOS;
  }

  @Override
  public void searched(long begun) {
    searchDuration.observe(secondsSince(begun));
  }

  @Override
  public void bound(int tried, boolean afterTimeout) {
    podAttempts.observe(tried);
    if (afterTimeout) {
      afterFlush.inc();
    }
  }

  @Override
  public void waitedForNode(int tried, Duration wait) {
    waits[Math.clamp(tried, 1, MOST_ATTEMPTS)].observe(wait.toNanos() / NANOS);
  }

  @Override
  public void entered(QueuePool pool, String event) {
    Map<String, CounterDataPoint> events = entered.get(pool);
    CounterDataPoint known = events == null ? null : events.get(event);
    if (known == null) {
      known = incoming.labelValues(pool.name().toLowerCase(Locale.ROOT), event);
      entered.computeIfAbsent(pool, _ -> new HashMap<>()).put(event, known);
    }
    known.inc();
  }

  @Override
  public void hinted(String plugin, String event, boolean helps, long begun) {
    hints
        .computeIfAbsent(plugin, _ -> new HashMap<>())
        .computeIfAbsent(
            event,
            _ ->
                new DistributionDataPoint[] {
                  hintDuration.labelValues(plugin, event, "QueueSkip"),
                  hintDuration.labelValues(plugin, event, "Queue")
                })[helps ? 1 : 0]
        .observe(secondsSince(begun));
  }

  @Override
  public void preemptionTried() {
    preemptionAttempts.inc();
  }

  @Override
  public void preempted(int victims) {
    preemptionVictims.observe(victims);
  }

  @Override
  public void permitWaited(String status, long begun) {
    permitWait.labelValues(status).observe(secondsSince(begun));
  }

  private void evaluations(CounterWithCallback.Callback out) {
    var sums = new TreeMap<String, Long>();
    var labels = new HashMap<String, String[]>();
    for (ProfileMetrics profile : profiles.values()) {
      profile.evaluations((plugin, point, count) -> {
        String key = String.join("\n", plugin, point, profile.name());
        labels.put(key, new String[] {plugin, point, profile.name()});
        sums.merge(key, count, Long::sum);
      });
    }
    sums.forEach((key, count) -> out.call(count, labels.get(key)));
  }
}
