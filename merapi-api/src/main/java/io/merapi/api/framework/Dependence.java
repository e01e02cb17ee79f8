package io.merapi.api.framework;

/** What a plugin's answer for a pod and a node depends on. */
public enum Dependence {
  /** The class of the pod and this node only: asked again when the node has changed. */
  NODE,
  /** Anything in the cluster: asked again for every attempt. */
  CLUSTER
}
