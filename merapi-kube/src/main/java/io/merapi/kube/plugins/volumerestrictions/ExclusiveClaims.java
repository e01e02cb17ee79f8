package io.merapi.kube.plugins.volumerestrictions;

import io.merapi.api.framework.CycleState;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import java.util.Set;

/** The claims of a pod that only one pod at a time may use, and how often others use them. */
final class ExclusiveClaims implements CycleState.Copied {

  private final Set<String> names;
  private int uses;

  /**
   * @param names of the claims, in the pod's namespace
   * @param uses by pods that have a node
   */
  ExclusiveClaims(Set<String> names, int uses) {
    this.names = names;
    this.uses = uses;
  }

  boolean inUse() {
    return uses > 0;
  }

  /**
   * Takes into account that a pod came or went.
   *
   * <p>As upstream has it, a pod of another namespace whose claim has the same name counts too.
   */
  void count(Pod pod, int difference) {
    for (Volume volume : pod.spec().volumes()) {
      if (volume.source() instanceof Volume.Claim(String claimName, _)
          && names.contains(claimName)) {
        uses += difference;
      }
    }
  }

  @Override
  public ExclusiveClaims copy() {
    return new ExclusiveClaims(names, uses);
  }
}
