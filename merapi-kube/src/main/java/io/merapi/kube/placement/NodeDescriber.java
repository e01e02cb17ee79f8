package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.node.NodeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes nodes by what plugins have counted over the cluster for the pods of one class; used by
 * one thread.
 */
final class NodeDescriber {

  private final List<CycleKey<? extends ClusterCounts>> keys;
  private final NodeChanges changes;
  private final @Nullable ClusterCounts[] counts;
  private final NodeDescription description;
  private long topologyVersion;

  NodeDescriber(
      List<CycleKey<? extends ClusterCounts>> keys, NodeChanges changes, NodeDomains domains) {
    this.keys = keys;
    this.changes = changes;
    this.counts = new ClusterCounts[keys.size()];
    this.description = new NodeDescription(domains);
  }

  /**
   * Goes by the counts of an attempt from now on, and says whether what nodes are described by, or
   * their order, has changed: then no earlier description is worth anything.
   */
  @SuppressWarnings("ReferenceEquality") // counts that were kept are the same object
  boolean follow(CycleState state) {
    boolean others = topologyVersion != changes.topologyVersion();
    topologyVersion = changes.topologyVersion();
    for (int i = 0; i < counts.length; i++) {
      ClusterCounts now = state.get(keys.get(i));
      others |= now != counts[i];
      counts[i] = now;
    }
    return others;
  }

  /** The description of a node, to which more can be added; good until the next one is made. */
  NodeDescription describe(NodeInfo node) {
    description.begin(node);
    for (ClusterCounts known : counts) {
      if (known != null) {
        known.describe(node, description);
      }
    }
    return description;
  }
}
