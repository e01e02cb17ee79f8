package io.merapi.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A line on the terminal that says how far a command has come; only for what takes longer than two
 * seconds, and never where nobody watches.
 */
public final class LiveLine implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration PERIOD = Duration.ofMillis(200);

  private final PrintWriter err;
  private long next = System.nanoTime() + PATIENCE.toNanos();
  private boolean shown;

  public LiveLine(PrintWriter err) {
    this.err = err;
  }

  /** Shows the text if it is time for another; called as often as one likes. */
  public void show(Supplier<String> text) {
    if (System.nanoTime() < next) {
      return;
    }
    next = System.nanoTime() + PERIOD.toNanos();
    // Asked only now: finding out costs more than most commands take.
    if (!watched()) {
      next = Long.MAX_VALUE;
      return;
    }
    shown = true;
    err.print("\r\033[K" + text.get());
    err.flush();
  }

  /** Whether somebody watches, on a terminal that can draw over what it shows. */
  // Java 25 has no console at all where input or output is not a terminal.
  @SuppressWarnings("SystemConsoleNull")
  static boolean watched() {
    Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  /** Wipes the line, so that the result stands alone. */
  @Override
  public void close() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }
}
