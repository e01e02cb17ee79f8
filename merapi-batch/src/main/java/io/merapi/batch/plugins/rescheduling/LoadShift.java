package io.merapi.batch.plugins.rescheduling;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.fixes.Fix;
import io.merapi.api.pod.QosClass;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Picks tasks on nodes with much load until these have less, or nodes with little have no room.
 *
 * <p>Nodes with the most load come first, and on a node the pods of the lowest priority, of these
 * the ones that are served worst. What a task frees is what it asks for.
 *
 * <p>Kept from upstream: room that is overdrawn does not end the search, only room that is used up
 * to the last unit; a pod on a node stands for the first running task of its name, in whichever
 * namespace; and what a task frees is held against the capacity of its node, though room is a part
 * of what is allocatable.
 */
final class LoadShift {

  private final LowNodeUtilization strategy;
  private final List<LoadedNode> nodes = new ArrayList<>();
  private final boolean podLevelResources;

  /**
   * Looks at nodes as they are now.
   *
   * @param period the average that counts as the load
   */
  LoadShift(LowNodeUtilization strategy, String period, Session session) {
    this.strategy = strategy;
    this.podLevelResources = session.gates().enabled(FeatureGate.POD_LEVEL_RESOURCES);
    List<LoadDimension> dimensions =
        session.fixes().has(Fix.RESCHEDULING_METRICS_PERIOD)
            ? List.of(LoadDimension.values())
            : List.of(LoadDimension.CPU, LoadDimension.MEMORY);
    for (SessionNode node : session.nodes()) {
      nodes.add(new LoadedNode(node, dimensions, period));
    }
  }

  List<Task> victims(List<? extends Task> running) {
    List<LoadedNode> low =
        nodes.stream().filter(node -> node.isBelow(strategy.thresholds())).toList();
    List<LoadedNode> high =
        nodes.stream()
            .filter(node -> !node.isBelow(strategy.thresholds()))
            .filter(node -> node.exceeds(strategy.targetThresholds()))
            .sorted(Comparator.comparingDouble(LoadedNode::total).reversed())
            .toList();
    if (low.isEmpty()) {
      return List.of();
    }
    Map<LoadDimension, Long> room = new EnumMap<>(LoadDimension.class);
    low.forEach(node -> node.addRoom(strategy.targetThresholds(), room));
    Map<String, Task> byName = new HashMap<>();
    running.forEach(task -> byName.putIfAbsent(task.name(), task));
    var victims = new LinkedHashSet<Task>();
    for (LoadedNode node : high) {
      for (Task onNode : evictionOrder(node.node())) {
        if (!node.reaches(strategy.targetThresholds()) || room.containsValue(0L)) {
          break;
        }
        Task victim = byName.get(onNode.name());
        if (victim != null) {
          node.release(victim);
          room.replaceAll((dimension, left) -> left - dimension.request(victim));
          victims.add(victim);
        }
      }
    }
    return List.copyOf(victims);
  }

  private List<? extends Task> evictionOrder(SessionNode node) {
    return node.tasks().stream()
        .sorted(
            Comparator.comparingLong(LoadShift::priority)
                .thenComparing(task -> QosClass.of(task.pod(), podLevelResources)))
        .toList();
  }

  /** A pod without a priority comes before all others. */
  private static long priority(Task task) {
    Integer priority = task.pod().spec().priority();
    return priority == null ? Long.MIN_VALUE : priority;
  }
}
