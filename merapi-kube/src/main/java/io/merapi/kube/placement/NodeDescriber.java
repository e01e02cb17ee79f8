package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.node.NodeInfo;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Describes nodes by what plugins have counted over the cluster for the pods of one class; used by
 * one thread.
 */
public final class NodeDescriber {

  private final IndexedNodes nodes;
  private final @Nullable ClusterCounts[] counts;
  private final NodeDescription description;
  private long topologyVersion;

  /**
   * @param size how many counts there may be
   */
  public NodeDescriber(int size, IndexedNodes nodes, NodeDomains domains) {
    this.nodes = nodes;
    this.counts = new ClusterCounts[size];
    this.description = new NodeDescription(domains);
  }

  /**
   * Goes by other counts from now on, and says whether what nodes are described by, or their order,
   * has changed: then no earlier description is worth anything.
   *
   * @param latest the counts by their places; null where there are none
   */
  @SuppressWarnings("ReferenceEquality") // counts that were kept are the same object
  public boolean follow(IntFunction<? extends @Nullable ClusterCounts> latest) {
    boolean others = topologyVersion != nodes.topologyVersion();
    topologyVersion = nodes.topologyVersion();
    for (int i = 0; i < counts.length; i++) {
      ClusterCounts now = latest.apply(i);
      others |= now != counts[i];
      counts[i] = now;
    }
    return others;
  }

  /** Whether descriptions differ at all by what is counted. */
  boolean tellsApart() {
    for (ClusterCounts known : counts) {
      if (known != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * The description of a node, to which more can be added; good until the next one is made.
   *
   * @param index the node's
   */
  public NodeDescription describe(NodeInfo node, int index) {
    description.begin(node, index);
    for (ClusterCounts known : counts) {
      if (known != null) {
        known.describe(node, description);
      }
    }
    return description;
  }
}
