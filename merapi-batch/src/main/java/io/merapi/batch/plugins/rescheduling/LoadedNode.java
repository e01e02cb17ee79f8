package io.merapi.batch.plugins.rescheduling;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A node with its load in percent, which falls as tasks are picked from it. */
final class LoadedNode {

  private final SessionNode node;
  private final Map<LoadDimension, Double> load = new EnumMap<>(LoadDimension.class);

  /**
   * Takes the load as it was measured.
   *
   * @param dimensions those that count
   * @param period the average that counts as the load
   */
  LoadedNode(SessionNode node, List<LoadDimension> dimensions, String period) {
    this.node = node;
    dimensions.forEach(dimension -> load.put(dimension, dimension.of(node, period)));
  }

  SessionNode node() {
    return node;
  }

  /** Whether every load is below its threshold, and the node takes pods at all. */
  boolean isBelow(Map<String, Double> thresholds) {
    return !node.node().unschedulable()
        && load.entrySet().stream()
            .allMatch(entry -> entry.getValue() < threshold(thresholds, entry.getKey()));
  }

  /** Whether some load is above its threshold. */
  boolean exceeds(Map<String, Double> thresholds) {
    return load.entrySet().stream()
        .anyMatch(entry -> entry.getValue() > threshold(thresholds, entry.getKey()));
  }

  /** Whether some load is still at its threshold or above. */
  boolean reaches(Map<String, Double> thresholds) {
    return load.entrySet().stream()
        .anyMatch(entry -> entry.getValue() >= threshold(thresholds, entry.getKey()));
  }

  private static double threshold(Map<String, Double> thresholds, LoadDimension dimension) {
    return thresholds.getOrDefault(dimension.resource(), 100.0);
  }

  /** By this nodes with much load are told from those with little. */
  double total() {
    return load.getOrDefault(LoadDimension.CPU, 0.0) + load.getOrDefault(LoadDimension.MEMORY, 0.0);
  }

  /** Adds what is left up to the thresholds; less than nothing where one is exceeded. */
  void addRoom(Map<String, Double> thresholds, Map<LoadDimension, Long> room) {
    load.forEach((dimension, percent) -> {
      double offered = dimension.offered(node);
      // Each is cut to whole units before they are subtracted.
      long upTo = (long) (threshold(thresholds, dimension) * offered * 0.01);
      long used = (long) (percent * offered * 0.01);
      room.merge(dimension, upTo - used, Long::sum);
    });
  }

  /** Counts a task as gone from here. */
  void release(Task task) {
    load.replaceAll((dimension, percent) -> percent - dimension.share(task, node));
  }
}
