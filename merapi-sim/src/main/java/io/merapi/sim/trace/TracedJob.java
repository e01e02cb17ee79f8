package io.merapi.sim.trace;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Work as a trace knows it: some pods that are alike and come together.
 *
 * @param queue empty where the trace does not say
 * @param priorityClass empty where the trace does not say
 * @param arrival after the beginning of the trace
 * @param runTime how long each pod runs; absent means for ever
 * @param pods how many there are
 * @param minAvailable how many of them must start together; 0 where each is by itself
 */
public record TracedJob(
    String name,
    String namespace,
    String queue,
    String priorityClass,
    Duration arrival,
    @Nullable Duration runTime,
    int pods,
    int minAvailable,
    PodShape shape)
    implements TracedEntry {

  /** Whether some of its pods must start together. */
  boolean isGang() {
    return minAvailable > 0;
  }
}
