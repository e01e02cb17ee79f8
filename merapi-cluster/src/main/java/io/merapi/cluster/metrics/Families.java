package io.merapi.cluster.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Makes metrics and registers them. */
final class Families {

  private final PrometheusRegistry registry;

  Families(PrometheusRegistry registry) {
    this.registry = registry;
  }

  PrometheusRegistry registry() {
    return registry;
  }

  Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  Histogram histogram(String name, String help, double[] buckets, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .classicOnly()
        .classicUpperBounds(buckets)
        .withoutExemplars()
        .register(registry);
  }
}
