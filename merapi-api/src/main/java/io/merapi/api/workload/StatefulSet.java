package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * A stateful set, whose pods are spread by default.
 *
 * @param selector the labels of its pods; absent selects none
 */
public record StatefulSet(ObjectMeta meta, @Nullable LabelSelector selector)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.STATEFUL_SET;
  }
}
