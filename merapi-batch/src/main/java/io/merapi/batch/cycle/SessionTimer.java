package io.merapi.batch.cycle;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * When the next session opens: shortly after something has changed, and while work is pending no
 * later than a period after the last one.
 *
 * <p>Where changes keep coming, sessions take a fifth of the time at most: what they have taken
 * more is made up for by rest. Time in which there was nothing to do is saved up, so that what
 * comes alone, a group and its pods for one, is seen to at once, and so are some dozens of those
 * one after the other. One rest makes up for any session, however long it was, or seemed to be
 * because the program was held: those that come later must not wait for it.
 *
 * <p>Differs from upstream, where the period is also the shortest time between two sessions.
 */
final class SessionTimer {

  /** How much longer than a session the rest is that makes up for it. */
  private static final int REST = 4;

  private static final Duration LONGEST_REST = Duration.ofMillis(5);
  private static final Duration MOST_SAVED = Duration.ofMillis(200);

  /** What the longest rest makes up for. */
  private static final Duration MOST_OWED = LONGEST_REST.dividedBy(REST);

  private final InstantSource clock;
  private final Pace pace;
  private final Duration period;
  private @Nullable Instant afterChange;
  private @Nullable Instant afterPeriod;
  private Instant opened = Instant.EPOCH;
  private Instant rested = Instant.EPOCH;

  /** How long sessions may still take until rest is due; less than nothing while it is. */
  private Duration saved = MOST_SAVED;

  /** Until when time has been saved up. */
  private Instant savedUntil = Instant.EPOCH;

  /** Whether work waits for room. */
  private boolean roomIsWanted = true;

  SessionTimer(InstantSource clock, Pace pace, Duration period) {
    this.clock = clock;
    this.pace = pace;
    this.period = period;
  }

  /** Something has changed that the next session should know of. */
  void changed() {
    if (afterChange == null) {
      afterChange = clock.instant().plus(pace.gathering());
    }
  }

  /**
   * Something has changed that is of use to nobody but work that waits for room. Where none does,
   * all that follows from it is what statuses say, and that may be soon enough after a period.
   */
  void mayHelp() {
    if (roomIsWanted || pace == Pace.VIRTUAL) {
      changed();
    } else if (afterPeriod == null) {
      afterPeriod = clock.instant().plus(period);
    }
  }

  /** A session opens; what has changed so far is in it. */
  void opened() {
    afterChange = null;
    opened = clock.instant();
    saved = least(saved.plus(Duration.between(savedUntil, opened).dividedBy(REST)), MOST_SAVED);
    // Also for a session that does not come to its end.
    afterPeriod = opened.plus(period);
  }

  /**
   * A session has ended.
   *
   * @param workIsPending whether another one has to follow, whatever happens
   * @param roomIsWanted whether some of that work waits for room
   */
  void closed(boolean workIsPending, boolean roomIsWanted) {
    this.roomIsWanted = roomIsWanted;
    Instant now = clock.instant();
    saved = most(saved.minus(Duration.between(opened, now)), MOST_OWED.negated());
    savedUntil = now;
    if (saved.isNegative()) {
      rested = now.plus(saved.negated().multipliedBy(REST));
    }
    afterPeriod = workIsPending ? now.plus(period) : null;
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration most(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Whether something has changed since the last session opened. */
  boolean hasChanges() {
    return afterChange != null;
  }

  /** When the next session opens; null while only a change can bring that about. */
  @Nullable Instant next() {
    Instant change = afterChange != null && afterChange.isBefore(rested) ? rested : afterChange;
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
