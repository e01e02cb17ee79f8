package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SessionTimerTest {

  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private Instant now = START;
  private final SessionTimer timer = new SessionTimer(() -> now, Pace.LIVE, PERIOD);

  @Test
  void opensAtOnceWhenSomethingHasChangedAfterARest() {
    timer.changed();

    assertThat(timer.next()).isEqualTo(START);
  }

  @Test
  void waitsForOtherChangesWhereItIsToldTo() {
    var gathering = new SessionTimer(() -> now, Pace.VIRTUAL, PERIOD);

    gathering.changed();
    pass(3);
    gathering.changed();

    assertThat(gathering.next()).isEqualTo(START.plusMillis(5));
  }

  @Test
  void holdsSomeSessionsInARowWithoutRest() {
    for (int i = 0; i < 40; i++) {
      timer.changed();
      assertThat(timer.due()).isTrue();
      session(4);
    }
  }

  @Test
  void keepsItsDistanceWhereChangesKeepComing() {
    sessionsUntil(START.plusSeconds(1));

    // A fifth of a second, at a millisecond each: by now nothing is left of what was saved up.
    assertThat(sessionsUntil(START.plusSeconds(2))).isBetween(195, 205);
  }

  /** How many sessions of a millisecond are held while something changes every millisecond. */
  private int sessionsUntil(Instant end) {
    int sessions = 0;
    while (now.isBefore(end)) {
      timer.changed();
      if (timer.due()) {
        session(1);
        sessions++;
      } else {
        pass(1);
      }
    }
    return sessions;
  }

  @Test
  void neverRestsForLong() {
    timer.changed();
    session(10_000);
    timer.changed();

    assertThat(timer.next()).isEqualTo(now.plusMillis(5));
  }

  @Test
  void restsOnceForALongSession() {
    session(10_000);
    pass(5);
    session(0);
    timer.changed();

    assertThat(timer.due()).isTrue();
  }

  @Test
  void opensAfterThePeriodWhileWorkIsPending() {
    timer.opened();
    timer.closed(true, true);

    assertThat(timer.next()).isEqualTo(START.plus(PERIOD));
  }

  @Test
  void restsWhileNothingIsPendingAndNothingChanges() {
    timer.opened();
    timer.closed(false, false);

    assertThat(timer.next()).isNull();
  }

  @Test
  void whatMayHelpNobodyWaitsAPeriod() {
    session(1);
    timer.mayHelp();
    pass(10);
    timer.mayHelp();

    assertThat(timer.next()).isEqualTo(START.plusMillis(1).plus(PERIOD));
  }

  @Test
  void whatMayHelpNobodyDoesNotPutOffWhatIsPending() {
    timer.opened();
    timer.closed(true, false);
    pass(10);
    timer.mayHelp();

    assertThat(timer.next()).isEqualTo(START.plus(PERIOD));
  }

  @Test
  void whatMayHelpWorkThatWaitsIsSeenToAtOnce() {
    timer.opened();
    timer.closed(true, true);
    timer.mayHelp();

    assertThat(timer.next()).isEqualTo(START);
  }

  private void session(long millis) {
    timer.opened();
    pass(millis);
    timer.closed(false, false);
  }

  private void pass(long millis) {
    now = now.plusMillis(millis);
  }
}
