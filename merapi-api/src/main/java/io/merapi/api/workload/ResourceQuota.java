package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;

/**
 * What a namespace may use in all.
 *
 * @param hard the limits asked for
 * @param enforced the limits in force, as the status reports them; scheduling goes by these
 * @param used what the namespace uses, as the status reports it
 */
public record ResourceQuota(
    ObjectMeta meta, ResourceList hard, ResourceList enforced, ResourceList used)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.RESOURCE_QUOTA;
  }
}
