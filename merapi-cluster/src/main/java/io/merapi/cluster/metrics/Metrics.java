package io.merapi.cluster.metrics;

import io.merapi.batch.measures.BatchGauges;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.cluster.http.RequestObserver;
import io.merapi.cluster.tracing.Tracing;
import io.merapi.kube.cycle.KubeGauges;
import io.merapi.kube.measures.KubeMeasures;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of one process.
 *
 * <p>What a layer tells is there from when its port is asked for; so a process that runs one layer
 * has the metrics of one original.
 */
public final class Metrics {

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Families families = new Families(registry);
  private final RunMetrics run = new RunMetrics(families);
  private final RequestObserver requests;
  private final @Nullable Tracing tracing;
  private final List<LongSupplier> droppedEvents = new ArrayList<>();
  private final List<LongSupplier> failedReports = new ArrayList<>();

  /**
   * @param version of the program
   */
  public Metrics(String version) {
    this(version, null);
  }

  /**
   * @param version of the program
   * @param tracing follows everything that is measured; null for nobody
   */
  public Metrics(String version, @Nullable Tracing tracing) {
    var measured = new RequestMetrics(families);
    this.tracing = tracing;
    this.requests = tracing == null ? measured : tracing.over(measured);
    if (tracing != null) {
      run.traces(tracing::sent, tracing::dropped);
    }
    registry.register(new ProcessMetrics());
    run.build(version);
    run.reports(() -> sum(droppedEvents), () -> sum(failedReports));
  }

  /**
   * The port of a scheduler of single pods; to be asked for once.
   *
   * @param gauges asked at every scrape; null where there is no answer yet
   */
  public KubeMeasures kube(Supplier<@Nullable KubeGauges> gauges) {
    registry.register(new KubeGaugeMetrics(gauges));
    var measured = new KubeMetrics(families);
    return tracing == null ? measured : tracing.over(measured);
  }

  /**
   * The port of a scheduler of groups of pods; to be asked for once.
   *
   * @param gauges asked at every scrape; null where there is no answer yet
   */
  public BatchMeasures batch(Supplier<@Nullable BatchGauges> gauges) {
    var jobs = new JobMetrics();
    registry.register(new BatchGaugeMetrics(gauges, jobs));
    var measured = new BatchMetrics(families, jobs, InstantSource.system());
    return tracing == null ? measured : tracing.over(measured);
  }

  /** Told of requests to the API server. */
  public RequestObserver requests() {
    return requests;
  }

  /** What Merapi tells of itself. */
  public RunMetrics run() {
    return run;
  }

  /** Counts what a connection could not report. */
  public synchronized void watchReports(LongSupplier dropped, LongSupplier failed) {
    droppedEvents.add(dropped);
    failedReports.add(failed);
  }

  private synchronized long sum(List<LongSupplier> parts) {
    return parts.stream().mapToLong(LongSupplier::getAsLong).sum();
  }

  /**
   * Everything as text.
   *
   * @param accept the formats that the reader takes, as a header of HTTP says it; null for any
   */
  public MetricsText text(@Nullable String accept) throws IOException {
    return MetricsText.of(registry.scrape(), accept);
  }
}
