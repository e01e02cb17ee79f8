package io.merapi.sim.recording;

import io.merapi.api.resource.ResourceAmounts;

/** Which resources are counted as GPUs. */
final class Gpus {

  private Gpus() {}

  /**
   * Whether one unit of a resource is one card: {@code nvidia.com/gpu}, {@code amd.com/gpu} and
   * alike, and the number of cards that Volcano shares. Limits, as minimums of groups name them,
   * are none.
   */
  static boolean isCard(String resource) {
    return (resource.endsWith("/gpu") && !resource.startsWith("limits."))
        || resource.equals("volcano.sh/gpu-number")
        || resource.equals("volcano.sh/vgpu-number");
  }

  /** The cards among amounts. */
  static long of(ResourceAmounts amounts) {
    long cards = 0;
    for (int i = 0; i < amounts.scalarCount(); i++) {
      if (isCard(amounts.dictionary().name(amounts.scalarId(i)))) {
        cards += amounts.scalarValue(i);
      }
    }
    return cards;
  }
}
