package io.merapi.cluster.metrics;

import io.merapi.batch.measures.BatchMeasures;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The metrics {@code volcano_*} that follow what a scheduler does; those of jobs are apart. */
final class BatchMetrics implements BatchMeasures {

  private static final double NANOS_PER_MILLI = 1e6;

  /** Upstream counts for no other, whatever else evicts. */
  private static final Set<String> EVICTING_ACTIONS =
      Set.of("preempt", "reclaim", "gangpreempt", "gangreclaim");

  private final InstantSource clock;
  private final JobMetrics jobs;
  private final Histogram sessions;
  private final Histogram openings;
  private final Histogram plugins;
  private final Histogram actions;
  private final Map<Milestone, DistributionDataPoint> milestones = new EnumMap<>(Milestone.class);
  private final Map<Stage, DistributionDataPoint> stages = new EnumMap<>(Stage.class);
  private final Histogram jobLatency;
  private final CounterDataPoint scheduled;
  private final CounterDataPoint failed;
  private final Gauge victims;
  private final Counter preemptions;
  private final Counter evictions;

  BatchMetrics(Families families, JobMetrics jobs, InstantSource clock) {
    this.clock = clock;
    this.jobs = jobs;
    double[] ofSessions = Buckets.range(1, 5000, 20);
    sessions =
        families.histogram(
            "volcano_e2e_scheduling_latency_milliseconds",
            "Time of a session in milliseconds, from its opening to its end.",
            ofSessions);
    openings =
        families.histogram(
            "volcano_open_session_duration_milliseconds",
            "Time that opening a session took, in milliseconds.",
            ofSessions);
    jobLatency =
        families.histogram(
            "volcano_e2e_job_scheduling_latency_milliseconds",
            "Time in milliseconds from the creation of a job until a task of it got a node.",
            Buckets.range(100, 120_000, 30));
    plugins =
        families.histogram(
            "volcano_plugin_scheduling_latency_milliseconds",
            "Time of a plugin at the opening and the end of a session, in milliseconds.",
            Buckets.range(0.1, 100, 15),
            "plugin",
            "OnSession");
    actions =
        families.histogram(
            "volcano_action_scheduling_latency_milliseconds",
            "Time of an action in a session, in milliseconds.",
            Buckets.range(1, 2000, 20),
            "action");
    Histogram tasks =
        families.histogram(
            "volcano_task_scheduling_latency_milliseconds",
            "Time in milliseconds from the creation of a task until it got so far.",
            Buckets.range(50, 60_000, 30),
            "stage");
    milestones.put(Milestone.WATCHED, tasks.labelValues("Watched"));
    milestones.put(Milestone.ASSUMED, tasks.labelValues("Assumed"));
    milestones.put(Milestone.PRE_BOUND, tasks.labelValues("PreBound"));
    milestones.put(Milestone.BOUND, tasks.labelValues("Bound"));
    Histogram steps =
        families.histogram(
            "volcano_scheduling_stage_duration_milliseconds",
            "Time of a step for a task, in milliseconds; 'Predicate' holds the scores too.",
            Buckets.range(0.1, 500, 20),
            "stage");
    stages.put(Stage.PREDICATE, steps.labelValues("Predicate"));
    stages.put(Stage.PRE_BIND, steps.labelValues("PreBind"));
    stages.put(Stage.BIND, steps.labelValues("Bind"));
    Counter attempts =
        families.counter(
            "volcano_schedule_attempts_total",
            "Bindings: 'scheduled', or 'error' where one failed.",
            "result");
    scheduled = attempts.labelValues("scheduled");
    failed = attempts.labelValues("error");
    victims =
        families.gauge(
            "volcano_pod_preemption_victims", "Pods that might go, where preemption last looked.");
    preemptions =
        families.counter(
            MetricsText.PREEMPTION_ATTEMPTS, "Attempts to make room for tasks by preemption.");
    evictions =
        families.counter(
            "volcano_eviction_transactions_total",
            "Decisions to evict that were carried out, each of one pod or several.",
            "action");
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  private static double since(long begun) {
    return (System.nanoTime() - begun) / NANOS_PER_MILLI;
  }

  @Override
  public void sessionOpened(long begun) {
    openings.observe(since(begun));
  }

  @Override
  public void sessionEnded(long begun, int jobs, IntSupplier waitingTasks) {
    sessions.observe(since(begun));
  }

  @Override
  public void pluginOpened(String plugin, long begun) {
    plugins.labelValues(plugin, "OnSessionOpen").observe(since(begun));
  }

  @Override
  public void pluginClosed(String plugin, long begun) {
    plugins.labelValues(plugin, "OnSessionClose").observe(since(begun));
  }

  @Override
  public void acted(String action, long begun) {
    actions.labelValues(action).observe(since(begun));
  }

  @Override
  public void staged(Stage stage, long begun) {
    of(stages, stage).observe(since(begun));
  }

  @Override
  public void reached(Milestone milestone, @Nullable Instant created) {
    if (created != null) {
      of(milestones, milestone).observe(millisSince(created));
    }
  }

  /** Every constant has its series, which the constructor made. */
  private static <E extends Enum<E>> DistributionDataPoint of(
      Map<E, DistributionDataPoint> series, E key) {
    return Objects.requireNonNull(series.get(key));
  }

  private double millisSince(Instant created) {
    return Math.max(0, clock.millis() - created.toEpochMilli());
  }

  @Override
  public void assumed(String namespace, String name, Instant created) {
    double millis = millisSince(created);
    jobLatency.observe(millis);
    jobs.assumed(namespace, name, clock.millis() / 1000, millis);
  }

  @Override
  public void bound(boolean well) {
    (well ? scheduled : failed).inc();
  }

  @Override
  public void unready(List<UnreadyJob> unready) {
    jobs.unready(unready);
  }

  @Override
  public void jobGone(String namespace, String name) {
    jobs.gone(namespace, name);
  }

  @Override
  public void preemptionTried() {
    preemptions.inc();
  }

  @Override
  public void preemptionVictims(int found) {
    victims.set(found);
  }

  @Override
  public void evicted(String action, int tasks) {
    if (EVICTING_ACTIONS.contains(action)) {
      evictions.labelValues(action).inc();
    }
  }
}
