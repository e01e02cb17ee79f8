package io.merapi.api.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;

/**
 * A named priority.
 *
 * @param globalDefault whether pods and groups that name no class have this one
 * @param preemptionPolicy {@code PreemptLowerPriority}, {@code Never} or empty
 */
public record PriorityClass(
    ObjectMeta meta, int value, boolean globalDefault, String preemptionPolicy)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.PRIORITY_CLASS;
  }
}
