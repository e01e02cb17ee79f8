package io.merapi.batch.cycle;

import io.merapi.api.fixes.Fixes;
import io.merapi.batch.session.SessionOptions;
import java.time.Duration;

/**
 * What a batch scheduler is told beside its configuration.
 *
 * @param schedulePeriod the longest time between two sessions while work is pending ({@code
 *     --schedule-period})
 * @param seed decides among equally good nodes; the same seed chooses the same ones
 */
public record BatchSettings(
    SessionOptions options, Pace pace, Duration schedulePeriod, Fixes fixes, long seed) {

  public static final BatchSettings DEFAULTS =
      new BatchSettings(
          SessionOptions.DEFAULTS, Pace.VIRTUAL, Duration.ofSeconds(1), Fixes.NONE, 0);

  /** The same for a real cluster. */
  public BatchSettings live() {
    return new BatchSettings(options, Pace.LIVE, schedulePeriod, fixes, seed);
  }

  public BatchSettings withSeed(long newSeed) {
    return new BatchSettings(options, pace, schedulePeriod, fixes, newSeed);
  }
}
