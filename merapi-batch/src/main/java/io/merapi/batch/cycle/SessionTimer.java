package io.merapi.batch.cycle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * When the next session opens: shortly after something has changed, and while work is pending no
 * later than a period after the last one.
 *
 * <p>Differs from upstream, where the period is also the shortest time between two sessions.
 */
final class SessionTimer {

  private final InstantSource clock;
  private final Duration gathering;
  private final Duration period;
  private @Nullable Instant afterChange;
  private @Nullable Instant afterPeriod;

  SessionTimer(InstantSource clock, Duration gathering, Duration period) {
    this.clock = clock;
    this.gathering = gathering;
    this.period = period;
  }

  /** Something has changed that the next session should know of. */
  void changed() {
    if (afterChange == null) {
      afterChange = clock.instant().plus(gathering);
    }
  }

  /** A session opens; what has changed so far is in it. */
  void opened() {
    afterChange = null;
    // Also for a session that does not come to its end.
    afterPeriod = clock.instant().plus(period);
  }

  void closed(boolean workIsPending) {
    afterPeriod = workIsPending ? clock.instant().plus(period) : null;
  }

  /** Whether something has changed since the last session opened. */
  boolean hasChanges() {
    return afterChange != null;
  }

  /** When the next session opens; null while only a change can bring that about. */
  @Nullable Instant next() {
    Instant change = afterChange;
    Instant latest = afterPeriod;
    if (change == null || latest == null) {
      return change == null ? latest : change;
    }
    return change.isBefore(latest) ? change : latest;
  }

  boolean due() {
    Instant next = next();
    return next != null && !next.isAfter(clock.instant());
  }
}
