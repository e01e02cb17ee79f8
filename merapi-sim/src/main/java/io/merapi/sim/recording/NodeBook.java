package io.merapi.sim.recording;

import io.merapi.api.node.Node;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.GpuFragmentation;
import io.merapi.sim.report.HeatMap;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All nodes that there ever were, and what pods hold on them. */
final class NodeBook {

  private final ResourceDictionary dictionary;
  private final ResourceMeter meter;
  private final GpuFragments fragments;
  private final HeatMapRecorder heatMap = new HeatMapRecorder();
  private final Map<String, NodeUse> nodes = new LinkedHashMap<>();
  private int present;
  private boolean offersChanged;

  NodeBook(ResourceDictionary dictionary, ResourceMeter meter, RequestMix mix) {
    this.dictionary = dictionary;
    this.meter = meter;
    this.fragments = new GpuFragments(mix);
  }

  void see(Node node) {
    NodeUse use = of(node.name());
    if (node.allocatable().equals(use.allocatable)) {
      return;
    }
    var amounts = ResourceAmounts.of(node.allocatable(), dictionary);
    withdraw(use);
    use.offer(amounts, node.allocatable());
    meter.offer(amounts, 1);
    present++;
    changed(use);
  }

  void gone(Node node) {
    NodeUse use = of(node.name());
    withdraw(use);
    use.offer(null, null);
    changed(use);
  }

  private void withdraw(NodeUse use) {
    if (use.offered != null) {
      meter.offer(use.offered, -1);
      present--;
    }
  }

  private void changed(NodeUse use) {
    offersChanged = true;
    touched(use);
  }

  private void touched(NodeUse use) {
    heatMap.changed(use);
    fragments.changed(use);
  }

  /** The node of a name, which may not be there yet or any more. */
  NodeUse of(String name) {
    return nodes.computeIfAbsent(name, NodeUse::new);
  }

  /** A pod begins or ends to hold something on a node. */
  void use(NodeUse node, RequestClass request, int sign) {
    node.use(request, sign);
    touched(node);
  }

  /** How many are there. */
  int size() {
    return present;
  }

  /** Whether nodes have come, changed or gone in this moment. */
  boolean offersChanged() {
    return offersChanged;
  }

  void settle(long now) {
    offersChanged = false;
    heatMap.settle(now);
    fragments.settle(now, nodes.values());
  }

  HeatMap heatMap(Instant start, long end) {
    return heatMap.result(start, end);
  }

  @Nullable GpuFragmentation fragmentation(long end) {
    return fragments.result(end);
  }

  @Nullable Curve fragmentedGpus(long end) {
    return fragments.curve(end);
  }
}
