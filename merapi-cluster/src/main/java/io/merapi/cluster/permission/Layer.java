package io.merapi.cluster.permission;

/** Whose work is done: kube-scheduler's or vc-scheduler's. */
public enum Layer {
  KUBE,
  BATCH
}
