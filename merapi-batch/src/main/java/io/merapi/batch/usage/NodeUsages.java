package io.merapi.batch.usage;

import io.merapi.api.session.NodeUsage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a scheduler knows of the load of nodes, over all its sessions; used by the scheduling thread
 * alone. A session sees what is known when it is opened.
 */
public final class NodeUsages {

  private final Duration interval;
  private final Map<String, NodeUsage> byNode = new HashMap<>();
  private long changes;

  /** Knows nothing, and is measured as often as upstream's default has it. */
  public NodeUsages() {
    this(MetricsConfiguration.DEFAULTS.interval());
  }

  /**
   * Knows nothing yet.
   *
   * @param interval between two measurements
   */
  public NodeUsages(Duration interval) {
    this.interval = interval;
  }

  public Duration interval() {
    return interval;
  }

  public NodeUsage of(String node) {
    return byNode.getOrDefault(node, NodeUsage.UNKNOWN);
  }

  /** Takes a measurement, in place of an earlier one. */
  public void put(String node, NodeUsage usage) {
    byNode.put(node, usage);
    changes++;
  }

  /** Forgets nodes that are gone. */
  void keepOnly(Set<String> nodes) {
    changes += byNode.keySet().retainAll(nodes) ? 1 : 0;
  }

  /** A number that grows with every measurement: while it is the same, so is everything. */
  public long changes() {
    return changes;
  }
}
