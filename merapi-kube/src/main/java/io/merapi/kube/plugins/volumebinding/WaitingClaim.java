package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.resource.Quantity;
import io.merapi.api.storage.PersistentVolumeClaim;
import org.jspecify.annotations.Nullable;

/**
 * A claim whose volume is chosen together with the node of the pod.
 *
 * @param matcher absent where a volume is being made already
 */
record WaitingClaim(
    PersistentVolumeClaim claim, @Nullable VolumeMatcher matcher, Provisioning provisioning) {

  /** The node for which a volume is being made; null where none is. */
  static @Nullable String selectedNode(PersistentVolumeClaim claim) {
    return claim.meta().annotations().get(WellKnownKeys.SELECTED_NODE);
  }

  Quantity size() {
    return VolumeMatcher.size(claim);
  }
}
