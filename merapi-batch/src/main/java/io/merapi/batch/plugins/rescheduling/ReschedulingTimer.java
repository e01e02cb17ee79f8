package io.merapi.batch.plugins.rescheduling;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When strategies were run last, over all sessions. Used by one thread. */
public final class ReschedulingTimer {

  private @Nullable Instant last;

  /** They may run at once. */
  public ReschedulingTimer() {}

  /**
   * They have to wait for an interval first, as upstream has it from the start of the process.
   *
   * @param started when the interval begins
   */
  public ReschedulingTimer(Instant started) {
    this.last = started;
  }

  /**
   * Begins a new interval if the last one is over.
   *
   * @return false, and nothing is changed, where it is not
   */
  boolean begin(Instant now, Duration interval) {
    if (last != null && !last.plus(interval).isBefore(now)) {
      return false;
    }
    last = now;
    return true;
  }
}
