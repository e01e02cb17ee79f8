package io.merapi.bench;

import io.merapi.bench.measure.Repetition;
import io.merapi.bench.measure.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was measured of one thing, for people and for programs.
 *
 * @param variant empty where the scenario measures nothing else
 */
record Result(String scenario, String variant, int nodes, int pods, Series series) {

  static final List<String> HEADER =
      List.of(
          "scenario",
          "nodes",
          "pods",
          "placements/s",
          "spread",
          "CPU us each",
          "bytes each",
          "ms per cycle",
          "also");

  List<String> row() {
    Repetition median = series.median();
    return List.of(
        variant.isEmpty() ? scenario : "%s (%s)".formatted(scenario, variant),
        "%,d".formatted(nodes),
        "%,d".formatted(pods),
        "%,d".formatted(Math.round(median.placementsPerSecond())),
        "%.0f%%".formatted(100 * series.spread()),
        "%.1f".formatted(median.cpuMicrosPerPlacement()),
        "%,d".formatted(median.bytesPerPlacement()),
        median.work().cycles() == 0 ? "" : "%.3f".formatted(millisPerCycle(median)),
        median.work().details().entrySet().stream()
            .map(detail -> "%s %,d".formatted(detail.getKey(), detail.getValue()))
            .collect(Collectors.joining(", ")));
  }

  /** The fields that every result has, then those that only some have. */
  Map<String, Object> tree() {
    Repetition median = series.median();
    var tree = new LinkedHashMap<String, Object>();
    tree.put("name", scenario);
    tree.put("nodes", nodes);
    tree.put("pods", pods);
    tree.put("placementsPerSecond", rounded(median.placementsPerSecond(), 1));
    tree.put("spread", rounded(series.spread(), 3));
    tree.put("cpuMicrosPerPlacement", rounded(median.cpuMicrosPerPlacement(), 3));
    tree.put("bytesPerPlacement", median.bytesPerPlacement());
    if (!variant.isEmpty()) {
      tree.put("case", variant);
    }
    if (median.work().cycles() > 0) {
      tree.put("cycleMillis", rounded(millisPerCycle(median), 3));
    }
    tree.putAll(median.work().details());
    tree.put("repetitions", series.repetitions().size());
    return tree;
  }

  private static double millisPerCycle(Repetition repetition) {
    return repetition.cost().nanos() / 1e6 / repetition.work().cycles();
  }

  private static double rounded(double value, int digits) {
    double scale = Math.pow(10, digits);
    return Math.round(value * scale) / scale;
  }
}
