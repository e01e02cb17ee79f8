package io.merapi.api.framework;

/** What a plugin's answer for a pod and a node depends on. */
public enum Dependence {
  /**
   * The class of the pod and this node only: asked again when the node has changed. How the claims
   * of the pod are named makes no difference, here and below.
   */
  NODE,
  /**
   * The class of the pod and all nodes, but no pod: asked again when a node has come, has gone or
   * has changed in more than the pods on it.
   */
  NODES,
  /**
   * The class of the pod and what its claims say, this node, and the volumes, devices and claims
   * that this node can reach or that its pods use: asked again when one of these has changed, and
   * about the node that is chosen.
   */
  CLAIMS,
  /**
   * The class of the pod, what the plugin has counted over the cluster for it, and what these
   * {@link ClusterCounts} say of this node: asked for every attempt, about one node of those that
   * are alike. An answer is never a failure, and the normalisation of scores depends on which
   * scores there are but not on how many nodes have them.
   */
  COUNTS,
  /** Anything in the cluster: asked again for every attempt. */
  CLUSTER
}
