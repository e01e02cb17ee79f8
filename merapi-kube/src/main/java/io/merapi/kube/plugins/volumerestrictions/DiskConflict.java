package io.merapi.kube.plugins.volumerestrictions;

import io.merapi.api.framework.Reason;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Volume;

/** A disk of the pod is in use by a pod of the node that it cannot be shared with. */
record DiskConflict(Volume volume, PodInfo user) implements Reason {

  @Override
  public String code() {
    return "DiskConflict";
  }

  @Override
  public String summary() {
    return "node(s) had no available disk";
  }

  @Override
  public String detail() {
    return "volume %s is in use by pod %s".formatted(volume.name(), user.key());
  }
}
