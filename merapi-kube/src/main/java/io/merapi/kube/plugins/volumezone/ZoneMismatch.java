package io.merapi.kube.plugins.volumezone;

import io.merapi.api.framework.Reason;
import io.merapi.api.meta.Labels;

/** A volume of the pod is elsewhere. */
record ZoneMismatch(VolumeTopology topology, Labels nodeLabels) implements Reason {

  @Override
  public String code() {
    return "VolumeZoneMismatch";
  }

  @Override
  public String summary() {
    return "node(s) had no available volume zone";
  }

  @Override
  public String detail() {
    String found = topology.valueOn(nodeLabels);
    return "volume %s wants %s to be %s, the node has %s"
        .formatted(
            topology.volumeName(),
            topology.key(),
            String.join(" or ", topology.values()),
            found == null ? "none" : found);
  }
}
