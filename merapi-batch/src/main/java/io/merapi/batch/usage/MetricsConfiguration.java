package io.merapi.batch.usage;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.time.Duration;
import java.util.List;

/**
 * Where the measured load of nodes comes from.
 *
 * @param interval between two collections, which is also how long a new task's load is taken for
 *     unmeasured
 */
public record MetricsConfiguration(MetricsSource source, Duration interval) {

  public static final MetricsConfiguration DEFAULTS =
      new MetricsConfiguration(new MetricsSource.None(), Duration.ofSeconds(30));

  private static final String PROMETHEUS = "prometheus";
  private static final String PROMETHEUS_ADAPTOR = "prometheus_adaptor";
  private static final String ELASTICSEARCH = "elasticsearch";

  /** Reads the {@code metrics} of a configuration, all of whose values are strings. */
  public static MetricsConfiguration bind(Arguments in) {
    return new MetricsConfiguration(
        source(in),
        in.duration("interval")
            .where(interval -> interval.isPositive(), "be longer than 0")
            .or(DEFAULTS.interval));
  }

  private static MetricsSource source(Arguments in) {
    String type = in.text("type").or("");
    String address = in.text("address").or("");
    boolean insecure =
        in.text("tls.insecureSkipVerify")
            .should(
                value -> value.equals("true") || value.equals("false") || value.isEmpty(),
                "be true or false")
            .or("")
            .equals("true");
    var elasticsearch =
        new MetricsSource.Elasticsearch(
            address,
            insecure,
            orDefault(in.text("elasticsearch.index").or(""), "metricbeat-*"),
            orDefault(in.text("elasticsearch.hostnameFieldName").or(""), "host.hostname"),
            in.text("elasticsearch.username").or(""),
            in.text("elasticsearch.password").or(""));
    MetricsSource source =
        switch (type) {
          case PROMETHEUS -> new MetricsSource.Prometheus(address, insecure);
          case ELASTICSEARCH -> elasticsearch;
          case PROMETHEUS_ADAPTOR -> new MetricsSource.PrometheusAdaptor();
          default -> new MetricsSource.None();
        };
    if (source instanceof MetricsSource.None && !type.isEmpty()) {
      in.report(
          "type",
          ProblemKind.NOT_SUPPORTED,
          "(\"%s\") must be one of %s: no load is collected"
              .formatted(
                  type, String.join(", ", List.of(PROMETHEUS, PROMETHEUS_ADAPTOR, ELASTICSEARCH))));
    }
    boolean needsAddress = type.equals(PROMETHEUS) || type.equals(ELASTICSEARCH);
    if (needsAddress && address.isEmpty()) {
      in.report("address", ProblemKind.REQUIRED, "must be given: no load is collected without it");
      return new MetricsSource.None();
    }
    return source;
  }

  private static String orDefault(String text, String byDefault) {
    return text.isEmpty() ? byDefault : text;
  }
}
