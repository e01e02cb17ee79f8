package io.merapi.cluster.run;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a scheduler for other threads: read on the scheduling thread, between two pieces of
 * its work. Where that is busy for long, the figures of the time before are given.
 *
 * @param <T> the figures
 */
final class LiveGauges<T> implements Supplier<@Nullable T> {

  /** A scrape must not wait for a long session. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private volatile @Nullable Source<T> source;
  private volatile @Nullable T last;

  /** Reads from a scheduler from now on, by the executor of its thread. */
  void follow(Executor loop, Supplier<T> figures) {
    source = new Source<>(loop, figures);
  }

  @Override
  public @Nullable T get() {
    Source<T> from = source;
    if (from == null) {
      return null;
    }
    var answer = new CompletableFuture<T>();
    from.loop.execute(() -> {
      try {
        answer.complete(from.figures.get());
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    });
    try {
      last = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException _) {
      // What was known before is the best there is.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return last;
  }

  private record Source<T>(Executor loop, Supplier<T> figures) {}
}
