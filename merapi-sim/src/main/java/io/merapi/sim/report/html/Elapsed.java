package io.merapi.sim.report.html;

import java.time.Duration;

/** Lengths of time as people read them: two units are enough. */
final class Elapsed {

  private static final long[] UNITS = {86_400, 3_600, 60, 1};
  private static final String[] LETTERS = {"d", "h", "m", "s"};

  private Elapsed() {}

  static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  static String text(Duration duration) {
    return text(seconds(duration));
  }

  static String text(double seconds) {
    if (seconds > 0 && seconds < 1) {
      return Math.max(1, Math.round(seconds * 1000)) + " ms";
    }
    long whole = Math.round(seconds);
    for (int i = 0; i < UNITS.length - 1; i++) {
      if (whole >= UNITS[i]) {
        long rest = whole % UNITS[i] / UNITS[i + 1];
        return whole / UNITS[i] + LETTERS[i] + (rest == 0 ? "" : rest + LETTERS[i + 1]);
      }
    }
    return whole + "s";
  }
}
