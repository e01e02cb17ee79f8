package io.merapi.cluster.permission;

/** Where a permission has to hold. */
public enum Scope {

  /** In the whole cluster. */
  CLUSTER,

  /** In the namespace of the Lease by which replicas agree on a leader. */
  LEASE,

  /** For the one ConfigMap in kube-system that says who vouches for clients. */
  CLIENT_AUTHORITIES
}
