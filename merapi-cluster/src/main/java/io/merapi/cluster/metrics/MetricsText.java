package io.merapi.cluster.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Metrics as text.
 *
 * @param contentType of the answer that carries it
 */
public record MetricsText(String contentType, String text) {

  /** Volcano's counters whose names do not end as those of counters do. */
  static final String PREEMPTION_ATTEMPTS = "volcano_total_preemption_attempts";

  private static final Pattern BOUND = Pattern.compile("(?<![a-zA-Z_])le=\"([0-9][0-9.E-]*)\"");

  /** Below this power of ten Go writes numbers with an exponent. */
  private static final int LEAST_PLAIN = -4;

  static final String JOB_RETRIES = "volcano_job_retry_counts";

  private static final OpenMetricsTextFormatWriter OPEN_METRICS =
      OpenMetricsTextFormatWriter.builder().build();

  private static final PrometheusTextFormatWriter PROMETHEUS = PrometheusTextFormatWriter.create();

  /**
   * Writes a scrape in the format that the reader asks for.
   *
   * @param accept the header of that name; null for none
   */
  static MetricsText of(MetricSnapshots snapshots, @Nullable String accept) throws IOException {
    boolean open = accept != null && OPEN_METRICS.accepts(accept);
    ExpositionFormatWriter writer = open ? OPEN_METRICS : PROMETHEUS;
    var bytes = new ByteArrayOutputStream();
    writer.write(bytes, snapshots, EscapingScheme.UNDERSCORE_ESCAPING);
    String text = bytes.toString(StandardCharsets.UTF_8);
    return new MetricsText(writer.getContentType(), open ? text : exact(text));
  }

  /**
   * The library ends the name of every counter with {@code _total}, which OpenMetrics demands and
   * dashboards of Volcano do not expect.
   */
  private static String exact(String text) {
    String named =
        text.replace(PREEMPTION_ATTEMPTS + "_total", PREEMPTION_ATTEMPTS)
            .replace(JOB_RETRIES + "_total", JOB_RETRIES);
    return BOUND.matcher(named).replaceAll(found -> "le=\"" + bound(found.group(1)) + "\"");
  }

  /** A bound as Go writes it: queries may name it, and there it is a word like any other. */
  static String bound(String java) {
    var value = new BigDecimal(java).stripTrailingZeros();
    int exponent = value.precision() - value.scale() - 1;
    if (exponent >= LEAST_PLAIN) {
      return value.toPlainString();
    }
    String digits = value.unscaledValue().toString();
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return "%s%se-%02d".formatted(digits.charAt(0), fraction, -exponent);
  }
}
