package io.merapi.sim.report;

import java.time.Duration;
import java.util.Locale;

/** What has become of a job at the end of a simulation. */
public enum JobState {
  /** Its pods have run to their end, or enough of them for its minimum. */
  FINISHED,
  /** It is over without that: aborted, or its pods failed and were not made again. */
  FAILED,
  /** It has pods on nodes. */
  RUNNING,
  /** It has none, but not for so long that it counts as starved; or it had some and lost them. */
  WAITING,
  /** It came, has never started, and has waited longer than {@link #STARVED_AFTER}. */
  STARVED;

  /** How long a job waits in vain before it counts as starved. */
  public static final Duration STARVED_AFTER = Duration.ofHours(1);

  /** The word for it in files and tables. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
