package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectsPods;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A replica set, whose pods are spread by default.
 *
 * @param selector the labels of its pods; absent selects none
 */
public record ReplicaSet(ObjectMeta meta, @Nullable LabelSelector selector)
    implements ClusterObject, SelectsPods {

  @Override
  public ObjectKind kind() {
    return ObjectKind.REPLICA_SET;
  }

  @Override
  public Set<String> podLabelKeys() {
    return selector == null ? Set.of() : selector.keys();
  }
}
