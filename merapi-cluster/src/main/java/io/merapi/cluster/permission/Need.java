package io.merapi.cluster.permission;

/** When something is asked of the API server. */
public enum Need {

  /** Whenever pods are scheduled. */
  SCHEDULING,

  /** Where replicas elect a leader. */
  ELECTION,

  /** Where pages are served beyond this machine, and their readers have to be known. */
  GUARDED_PAGES,

  /** Where pods share devices of a node, by the plugin {@code deviceshare}. */
  SHARED_DEVICES,

  /** Where the load of nodes comes from the metrics API of the cluster. */
  NODE_METRICS,

  /** Kubernetes lets everybody who is known do it, so no role has to. */
  GRANTED_TO_ALL
}
