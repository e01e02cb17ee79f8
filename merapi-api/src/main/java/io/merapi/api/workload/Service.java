package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.SelectsPods;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service, whose pods are spread by default.
 *
 * @param selector the labels of its pods; absent selects none, empty all of the namespace
 */
public record Service(ObjectMeta meta, @Nullable Labels selector)
    implements ClusterObject, SelectsPods {

  @Override
  public ObjectKind kind() {
    return ObjectKind.SERVICE;
  }

  @Override
  public Set<String> podLabelKeys() {
    return selector == null ? Set.of() : selector.toMap().keySet();
  }
}
