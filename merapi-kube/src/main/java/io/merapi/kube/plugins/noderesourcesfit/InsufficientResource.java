package io.merapi.kube.plugins.noderesourcesfit;

import io.merapi.api.framework.Reason;
import io.merapi.api.resource.ResourceNames;

/**
 * A node has too little of a resource left.
 *
 * @param requested by the pod
 * @param used by the pods on the node
 * @param capacity of the node
 */
record InsufficientResource(
    String resource, String summary, long requested, long used, long capacity) implements Reason {

  @Override
  public String code() {
    return "InsufficientResource";
  }

  @Override
  public String detail() {
    String unit = resource.equals(ResourceNames.CPU) ? "m" : "";
    long free = capacity - used;
    return "%s: wants %d%s, has %d%s free of %d%s, lacks %d%s"
        .formatted(resource, requested, unit, free, unit, capacity, unit, requested - free, unit);
  }
}
