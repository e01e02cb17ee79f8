package io.merapi.api.framework;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object before and after something happened to it.
 *
 * <p>A pod that gets a node is a deletion of a waiting pod and an addition of one with a node.
 *
 * @param before absent where the object has come
 * @param after absent where the object has gone
 */
public record ObjectChange(@Nullable ClusterObject before, @Nullable ClusterObject after) {

  public ObjectChange {
    if (before == null && after == null) {
      throw new IllegalArgumentException("a change needs an object before or after it");
    }
  }

  /** The object as it is now, or as it was last. */
  public ClusterObject latest() {
    return after != null ? after : Objects.requireNonNull(before);
  }

  /** Whether it is this very pod that has changed. */
  public boolean isOf(PodInfo pod) {
    return latest() instanceof Pod changed && changed.isSameAs(pod.pod());
  }

  public ObjectKind kind() {
    return latest().kind();
  }
}
