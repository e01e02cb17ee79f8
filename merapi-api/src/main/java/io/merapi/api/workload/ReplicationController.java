package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.SelectsPods;
import java.util.Set;

/**
 * A replication controller, whose pods are spread by default.
 *
 * @param selector the labels of its pods; absent and empty add nothing to the spreading selector
 */
public record ReplicationController(ObjectMeta meta, Labels selector)
    implements ClusterObject, SelectsPods {

  @Override
  public ObjectKind kind() {
    return ObjectKind.REPLICATION_CONTROLLER;
  }

  @Override
  public Set<String> podLabelKeys() {
    return selector.toMap().keySet();
  }
}
