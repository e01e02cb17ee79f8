package io.merapi.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * A line on the terminal that says how far reading has come; only for what takes longer than two
 * seconds, and never where nobody watches.
 */
final class Progress implements LongConsumer, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final int WIDTH = 30;

  private final PrintWriter err;
  private final long total;
  private long next = System.nanoTime() + PATIENCE.toNanos();
  private boolean shown;

  /**
   * A progress line for reading files.
   *
   * @param total the bytes that there are to read; 0 where nobody knows
   */
  Progress(PrintWriter err, long total) {
    this.err = err;
    this.total = total;
  }

  @Override
  public void accept(long done) {
    if (System.nanoTime() < next) {
      return;
    }
    next = System.nanoTime() + PERIOD.toNanos();
    // Asked only now: finding out costs more than most commands take.
    if (!Objects.requireNonNull(System.console()).isTerminal()) {
      next = Long.MAX_VALUE;
      return;
    }
    shown = true;
    err.print("\r" + line(done, total));
    err.flush();
  }

  /** Wipes the line, so that the result stands alone. */
  @Override
  public void close() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }

  static String line(long done, long total) {
    if (total <= 0) {
      return "read " + Amounts.text("memory", done);
    }
    int filled = (int) (WIDTH * Math.min(1.0, (double) done / total));
    return "[%s%s] %s of %s"
        .formatted(
            "#".repeat(filled),
            " ".repeat(WIDTH - filled),
            Amounts.text("memory", done),
            Amounts.text("memory", total));
  }
}
