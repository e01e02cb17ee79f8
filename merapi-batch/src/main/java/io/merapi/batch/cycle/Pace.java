package io.merapi.batch.cycle;

import java.time.Duration;

/** How soon sessions follow changes. */
public enum Pace {
  /**
   * Virtual time: a change waits a few milliseconds for others, so that a burst is one session, and
   * nothing is put off, so that what has become of jobs is known when it happens.
   */
  VIRTUAL(Duration.ofMillis(5)),

  /**
   * A real cluster, where somebody may wait for a pod that comes alone: it waits for nobody, as
   * what comes together is read together there. A session that would place nothing, and only find
   * out what has become of jobs, is put off for a period, as there are many changes and each costs
   * time of the machine.
   */
  LIVE(Duration.ZERO);

  private final Duration gathering;

  Pace(Duration gathering) {
    this.gathering = gathering;
  }

  /** How long a change waits for others before a session opens. */
  Duration gathering() {
    return gathering;
  }
}
