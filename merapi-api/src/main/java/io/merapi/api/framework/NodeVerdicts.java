package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import java.util.List;

/**
 * Why each node was turned down for a pod that fits nowhere.
 *
 * <p>Immutable. Where nothing has changed for the pods of a class, two attempts of theirs may be
 * handed the same object, and two different objects may say the same. Upstream counterpart: {@code
 * NodeToStatusReader}.
 */
public interface NodeVerdicts {

  /** The verdict on a node of the cluster that the attempt has looked at. */
  Verdict of(NodeInfo node);

  /**
   * The nodes on which evicting pods might help, in the order of nodes; a list to be walked, from
   * any place on.
   *
   * @param cluster the one that the attempt has looked at
   */
  List<NodeInfo> whereEvictionHelps(ClusterView cluster);
}
