package io.merapi.remote.usage;

import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource;
import java.time.Duration;
import java.time.InstantSource;

/** Makes the source that a configuration names. */
public final class UsageSources {

  /** For one question; upstream has a limit for all of them only. */
  static final Duration AT_MOST = Duration.ofSeconds(10);

  private UsageSources() {}

  /**
   * The source, which need not be there yet.
   *
   * @param api for the metrics of the cluster itself
   */
  public static UsageSource of(
      MetricsSource source, CustomMetricsUsage.ApiReader api, InstantSource clock) {
    return switch (source) {
      case MetricsSource.None _ -> UsageSource.NONE;
      case MetricsSource.Prometheus prometheus -> new PrometheusUsage(prometheus, AT_MOST, clock);
      case MetricsSource.Elasticsearch elasticsearch ->
          new ElasticsearchUsage(elasticsearch, AT_MOST, clock);
      case MetricsSource.PrometheusAdaptor _ -> new CustomMetricsUsage(api, clock);
    };
  }
}
