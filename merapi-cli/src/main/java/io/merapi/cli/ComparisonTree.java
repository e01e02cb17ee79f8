package io.merapi.cli;

import io.merapi.sim.compare.Comparison;
import io.merapi.sim.compare.Comparison.Row;
import io.merapi.sim.compare.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison as {@code -o json} and {@code -o yaml} show it. */
final class ComparisonTree {

  private ComparisonTree() {}

  static Map<String, Object> of(Comparison comparison) {
    var figures = new ArrayList<Map<String, Object>>();
    for (Row row : comparison.rows()) {
      var tree = new LinkedHashMap<String, Object>();
      tree.put("name", row.figure().name());
      tree.put("unit", row.figure().unit().name().toLowerCase(Locale.ROOT));
      tree.put("better", row.figure().better().name().toLowerCase(Locale.ROOT));
      tree.put("configurations", configurations(comparison.labels(), row));
      figures.add(tree);
    }
    var tree = new LinkedHashMap<String, Object>();
    tree.put("configurations", comparison.labels());
    tree.put("seeds", comparison.seeds());
    tree.put("figures", figures);
    return tree;
  }

  private static List<Map<String, Object>> configurations(List<String> labels, Row row) {
    var configurations = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < labels.size(); i++) {
      Map<String, Object> tree = estimate(row.estimates().get(i));
      tree.put("values", row.estimates().get(i).values());
      tree.put("difference", estimate(row.differences().get(i)));
      configurations.add(tree);
    }
    return configurations;
  }

  private static Map<String, Object> estimate(Estimate estimate) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("mean", estimate.mean());
    tree.put("margin", estimate.margin());
    return tree;
  }
}
