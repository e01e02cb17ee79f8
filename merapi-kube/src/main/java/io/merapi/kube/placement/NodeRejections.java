package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PluginVerdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The verdicts on nodes that were looked at and do not fit; immutable. */
public sealed interface NodeRejections permits NamedRejections, IndexedRejections {

  /** How many nodes they are. */
  int size();

  /** The verdict on a node; absent where it was not looked at, or fits. */
  @Nullable PluginVerdict of(NodeInfo node);

  /** How many of the nodes were turned down for each reason, by its text. */
  Map<String, Integer> reasonCounts();

  /**
   * The nodes of the cluster on which evicting pods might help, in the order of nodes.
   *
   * @param others the verdict on nodes that are not among these
   */
  List<NodeInfo> whereEvictionHelps(ClusterView cluster, Verdict others);

  /** Whether evicting pods might change a verdict. */
  static boolean evictionHelps(Verdict verdict) {
    return verdict instanceof Verdict.Rejected(_, boolean helps) && helps;
  }
}
