package io.merapi.bench.endtoend;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a contestant while it bound pods that were all there already.
 *
 * @param podsPerSecond from the first to the last
 * @param cpuPerPod of its own
 * @param peakMemory resident, in bytes
 * @param untilFirst from its start to the first bind; null where it ran already
 * @param lone how long pods take that come alone; null where that was not asked for
 */
record Run(
    String scheduler,
    double podsPerSecond,
    Duration cpuPerPod,
    long peakMemory,
    @Nullable Duration untilFirst,
    @Nullable Lone lone) {

  /** Times from asking for a pod to its being bound, of pods that came one by one. */
  record Lone(Duration median, Duration p99) {}

  /** Whether it had bound as many before. */
  boolean warm() {
    return untilFirst == null;
  }

  Run firstAfter(Duration start) {
    return new Run(scheduler, podsPerSecond, cpuPerPod, peakMemory, start, lone);
  }

  Run with(Lone alone) {
    return new Run(scheduler, podsPerSecond, cpuPerPod, peakMemory, untilFirst, alone);
  }
}
