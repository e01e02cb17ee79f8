package io.merapi.batch.devices.vgpu;

import io.merapi.api.pod.Pod;
import org.jspecify.annotations.Nullable;

/** How cards are cut into parts. */
sealed interface Sharing permits SoftwareSharing, MigSharing {

  /**
   * Tries to cut a part off a card, and counts it.
   *
   * @return the name of the part; null where there is none such, and nothing is counted
   */
  @Nullable String tryTake(Card card, long memory, long cores);

  /** How much memory a part of a card really is. */
  long memory(Card card, DeviceShare share);

  /** Counts a part that a pod says it has; the first of each pod only, as upstream does. */
  void add(Card card, DeviceShare share, Pod pod);

  /** Gives back a part that a pod says it has, if the pod was counted. */
  void remove(Card card, DeviceShare share, Pod pod);
}
