package io.merapi.bench.soak;

import io.merapi.kube.placement.ClassMemory;

/** Memory of classes for small clusters, which else would have room for all that ever come. */
final class LittleMemory {

  /** So many classes at least are known whenever there is little. */
  private static final int FEWEST = 2;

  private static final int MOST = 6;

  private LittleMemory() {}

  /** As much as anybody has, or in one case of two so little that classes are forgotten. */
  static ClassMemory of(long seed) {
    long drawn = Math.floorMod(seed, 2L * (MOST - FEWEST + 1));
    return drawn % 2 == 0 ? ClassMemory.DEFAULT : new ClassMemory(0, FEWEST + (int) drawn / 2);
  }
}
