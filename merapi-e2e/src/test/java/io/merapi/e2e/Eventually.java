package io.merapi.e2e;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waits for what comes by itself, and says what it misses when it does not come. */
final class Eventually {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  private Eventually() {}

  /** Looks again and again; null means not yet. */
  interface Look<T> {

    @Nullable T look() throws IOException;
  }

  /** What a look has found in the end; a minute at most. */
  static <T> T find(String what, Look<T> look) throws IOException {
    return find(what, look, List::of);
  }

  /**
   * The same.
   *
   * @param instead what there is to say when it does not come
   */
  static <T> T find(String what, Look<T> look, Look<List<?>> instead) throws IOException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      @Nullable T found = look.look();
      if (found != null) {
        return found;
      }
      if (System.nanoTime() > deadline) {
        return fail("in vain waited for: %s; instead: %s".formatted(what, instead.look()));
      }
      pause(POLL);
    }
  }

  /** For what must not happen: there is no moment at which one could be sure before. */
  static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
