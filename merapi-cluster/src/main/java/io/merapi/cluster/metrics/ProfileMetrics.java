package io.merapi.cluster.metrics;

import io.merapi.api.pod.Pod;
import io.merapi.kube.measures.AttemptResult;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The part of {@link KubeMetrics} that concerns one profile. */
final class ProfileMetrics implements ProfileMeasures {

  private static final String SUCCESS = "Success";

  private final KubeMetrics metrics;
  private final String name;

  /** Kept, as they are needed for every pod. */
  private final Map<AttemptResult, CounterDataPoint> attempts = new EnumMap<>(AttemptResult.class);

  private final Map<AttemptResult, DistributionDataPoint> durations =
      new EnumMap<>(AttemptResult.class);
  private final Map<MeasuredPoint, DistributionDataPoint> successes =
      new EnumMap<>(MeasuredPoint.class);
  private final Map<Participants, AtomicLong> tallies = new ConcurrentHashMap<>();

  ProfileMetrics(KubeMetrics metrics, String name) {
    this.metrics = metrics;
    this.name = name;
    for (AttemptResult result : AttemptResult.values()) {
      String label = result.name().toLowerCase(Locale.ROOT);
      attempts.put(result, metrics.attempts.labelValues(label, name));
      durations.put(result, metrics.attemptDuration.labelValues(label, name));
    }
    for (MeasuredPoint point : MeasuredPoint.values()) {
      successes.put(point, duration(point, SUCCESS));
    }
  }

  String name() {
    return name;
  }

  @Override
  public long now() {
    return metrics.now();
  }

  @Override
  public void attempted(Pod pod, AttemptResult result, String why, long begun) {
    Objects.requireNonNull(attempts.get(result)).inc();
    Objects.requireNonNull(durations.get(result)).observe(KubeMetrics.secondsSince(begun));
  }

  @Override
  public void ran(MeasuredPoint point, String status, long begun, long ended) {
    DistributionDataPoint duration =
        status.equals(SUCCESS)
            ? Objects.requireNonNull(successes.get(point))
            : duration(point, status);
    duration.observe(KubeMetrics.seconds(begun, ended));
  }

  private DistributionDataPoint duration(MeasuredPoint point, String status) {
    return metrics.pointDuration.labelValues(point.label(), status, name);
  }

  @Override
  public void called(String plugin, MeasuredPoint point, String status, long begun) {
    metrics
        .pluginDuration
        .labelValues(plugin, point.label(), status)
        .observe(KubeMetrics.secondsSince(begun));
  }

  @Override
  public void unschedulable(Iterable<String> plugins, int by) {
    plugins.forEach(plugin -> metrics.unschedulable.labelValues(plugin, name).inc(by));
  }

  @Override
  public Tally tally(MeasuredPoint point, List<String> plugins) {
    AtomicLong count =
        tallies.computeIfAbsent(new Participants(point, plugins), _ -> new AtomicLong());
    return count::incrementAndGet;
  }

  /** Tells how often each plugin had a part in a pod. */
  void evaluations(Evaluations out) {
    tallies.forEach((of, count) ->
        of.plugins.forEach(plugin -> out.add(plugin, of.point.label(), count.get())));
  }

  /** Takes sums. */
  interface Evaluations {
    void add(String plugin, String point, long count);
  }

  private record Participants(MeasuredPoint point, List<String> plugins) {}
}
