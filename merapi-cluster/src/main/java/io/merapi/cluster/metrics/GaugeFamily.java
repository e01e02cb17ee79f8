package io.merapi.cluster.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A gauge that is made anew for each scrape, so that no series outlives what it is about. */
final class GaugeFamily {

  private final String name;
  private final String help;
  private final String[] labels;
  private final Map<List<String>, Double> values = new LinkedHashMap<>();

  GaugeFamily(String name, String help, String... labels) {
    this.name = name;
    this.help = help;
    this.labels = labels;
  }

  /** Sets the value of a series; where two objects share their labels, the last one counts. */
  void set(double value, String... labelValues) {
    values.put(List.of(labelValues), value);
  }

  GaugeSnapshot snapshot() {
    GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder().name(name).help(help);
    values.forEach((of, value) ->
        snapshot.dataPoint(
            GaugeDataPointSnapshot.builder()
                .labels(Labels.of(labels, of.toArray(String[]::new)))
                .value(value)
                .build()));
    return snapshot.build();
  }
}
