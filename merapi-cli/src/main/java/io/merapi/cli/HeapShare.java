package io.merapi.cli;

import io.merapi.kube.placement.ClassMemory;

/** What schedulers of this program may keep in memory. */
final class HeapShare {

  private HeapShare() {}

  /**
   * What a scheduler may remember of classes of pods.
   *
   * @param schedulers how many there are at a time
   */
  static ClassMemory ofEach(int schedulers) {
    return ClassMemory.ofHeap(Runtime.getRuntime().maxMemory() / schedulers);
  }
}
