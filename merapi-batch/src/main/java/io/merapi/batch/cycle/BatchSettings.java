package io.merapi.batch.cycle;

import io.merapi.api.fixes.Fixes;
import io.merapi.batch.session.SessionOptions;
import java.time.Duration;

/**
 * What a batch scheduler is told beside its configuration.
 *
 * @param gathering how long a change waits for others before a session opens, so that a burst is
 *     one session
 * @param schedulePeriod the longest time between two sessions while work is pending ({@code
 *     --schedule-period})
 * @param seed decides among equally good nodes; the same seed chooses the same ones
 */
public record BatchSettings(
    SessionOptions options, Duration gathering, Duration schedulePeriod, Fixes fixes, long seed) {

  public static final Duration GATHERING = Duration.ofMillis(5);

  public static final BatchSettings DEFAULTS =
      new BatchSettings(SessionOptions.DEFAULTS, GATHERING, Duration.ofSeconds(1), Fixes.NONE, 0);

  /**
   * The same for a real cluster, where somebody may wait for a pod that comes alone. What comes
   * together is read together there, and where more keeps coming, sessions keep their distance.
   */
  public BatchSettings withoutGathering() {
    return new BatchSettings(options, Duration.ZERO, schedulePeriod, fixes, seed);
  }

  public BatchSettings withSeed(long newSeed) {
    return new BatchSettings(options, gathering, schedulePeriod, fixes, newSeed);
  }
}
