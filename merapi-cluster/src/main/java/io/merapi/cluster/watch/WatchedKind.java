package io.merapi.cluster.watch;

import io.merapi.api.cluster.ObjectKind;

/**
 * A kind to follow.
 *
 * @param fieldSelector which of its objects, such as {@code status.phase!=Failed}; empty for all.
 *     An object that stops to match is told as deleted
 */
public record WatchedKind(ObjectKind kind, String fieldSelector) {

  /** All objects of a kind. */
  public static WatchedKind all(ObjectKind kind) {
    return new WatchedKind(kind, "");
  }

  /** The pods that have not ended, which are all that the kube layer asks about. */
  public static WatchedKind livePods() {
    return new WatchedKind(ObjectKind.POD, "status.phase!=Succeeded,status.phase!=Failed");
  }
}
