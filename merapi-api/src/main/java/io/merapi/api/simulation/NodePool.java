package io.merapi.api.simulation;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that are alike.
 *
 * @param template what they are made from; each gets the name of the pool and a number
 * @param spread labels whose values are dealt out in turn, such as zones
 * @param failures null for nodes that never fail
 */
public record NodePool(
    ObjectMeta meta,
    int count,
    Node template,
    Map<String, List<String>> spread,
    @Nullable Failures failures)
    implements ClusterObject {

  public NodePool {
    spread = Map.copyOf(spread);
    if (count < 0) {
      throw new IllegalArgumentException("spec.count must not be below 0");
    }
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.NODE_POOL;
  }

  /**
   * How each node fails.
   *
   * @param between how long it works before it fails, in seconds
   * @param repair how long it then takes to come back, in seconds
   */
  public record Failures(Distribution between, Distribution repair) {}
}
