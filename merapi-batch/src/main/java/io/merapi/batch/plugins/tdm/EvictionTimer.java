package io.merapi.batch.plugins.tdm;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When tasks were evicted from lent nodes last, over all sessions. Used by one thread. */
public final class EvictionTimer {

  private @Nullable Instant last;

  /**
   * Starts a new period if the last one is over.
   *
   * @return false, and nothing is changed, where it is not
   */
  boolean start(Instant now, Duration period) {
    if (last != null && last.plus(period).isAfter(now)) {
      return false;
    }
    last = now;
    return true;
  }
}
