package io.merapi.cluster.watch;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before the next try: twice as long each time, up to a limit, and a random part
 * of it, so that many who lost the same server do not come back at once.
 */
final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private int failures;

  void succeeded() {
    failures = 0;
  }

  /** The time to wait after one more failure. */
  Duration failed() {
    long full =
        Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(failures, Integer.SIZE / 2));
    failures++;
    return Duration.ofMillis(full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1));
  }
}
