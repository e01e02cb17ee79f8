package io.merapi.api.framework;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.Set;

/**
 * What a plugin has counted over the cluster for a pod, kept in the {@link CycleState}.
 *
 * <p>An engine may keep it for the next pod of the same class. It then tells it of every pod that
 * has come or gone in between and puts it into the state, where the plugin finds it and need not
 * count anew. It does not keep it when a node has come or gone or has other labels or taints than
 * before.
 *
 * <p>An answer of {@link Dependence#COUNTS} is the same for all nodes of which {@link #describe}
 * says the same, so an engine asks about one of them.
 */
public interface ClusterCounts {

  /**
   * Takes into account that a pod has come to a node or has left it, exactly as if counted anew.
   *
   * @param node only its name, labels and taints are to be read: its pods may be those of a later
   *     moment
   * @param difference 1 or -1
   * @param cluster of which only is to be read which nodes it lists
   * @return false if that cannot be done, or if other things of a node matter from now on; then the
   *     counts are not kept
   */
  boolean follow(PodInfo pod, NodeInfo node, int difference, ClusterView cluster);

  /** The kinds of objects, beside pods and nodes, that the counts depend on. */
  Set<ObjectKind> reads();

  /**
   * Whether the counts are still right where objects of a kind that they depend on have changed.
   *
   * @param pod a pod of the class that was counted for
   */
  boolean holds(PodInfo pod, ClusterView cluster);

  /**
   * Says what an answer for a node depends on.
   *
   * @param node only its name, labels and taints are to be read
   */
  void describe(NodeInfo node, NodeTraits traits);
}
