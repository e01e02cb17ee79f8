package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.persistent.PersistentVector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts on all nodes of a cluster, which share what did not change with those of the attempt
 * before.
 *
 * @param verdicts by the index of the node
 * @param helped the indices of nodes on which evicting pods might help
 * @param reasonCounts not copied, and not to be changed any more
 */
record IndexedRejections(
    int size,
    PersistentVector<PluginVerdict> verdicts,
    PersistentBits helped,
    Map<String, Integer> reasonCounts)
    implements NodeRejections {

  @Override
  public @Nullable PluginVerdict of(NodeInfo node) {
    int index = node.index();
    return index >= 0 && index < verdicts.size() ? verdicts.get(index) : null;
  }

  @Override
  public List<NodeInfo> whereEvictionHelps(ClusterView cluster, Verdict others) {
    if (cluster instanceof SnapshotView view) {
      return new NodesAt(view.contents(), helped);
    }
    throw new IllegalArgumentException("the attempt has looked at another cluster");
  }
}
