package io.merapi.api.framework;

/** What a plugin's answer for a pod and a node depends on. */
public enum Dependence {
  /** The class of the pod and this node only: asked again when the node has changed. */
  NODE,
  /**
   * The class of the pod and all nodes, but no pod: asked again when a node has come, has gone or
   * has changed in more than the pods on it.
   */
  NODES,
  /** Anything in the cluster: asked again for every attempt. */
  CLUSTER
}
