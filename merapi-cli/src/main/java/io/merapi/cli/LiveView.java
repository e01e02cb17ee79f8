package io.merapi.cli;

import io.merapi.sim.Simulation;
import io.merapi.sim.report.LiveFigures;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A few lines on the terminal that show a running simulation, drawn over and over in place; only
 * for what takes longer than a second, and never where nobody watches.
 *
 * <p>It is told of every moment, of which there may be a hundred thousand in a second, and reads
 * the clock only for some of them: as many as it takes to read it about every few milliseconds.
 */
final class LiveView implements Simulation.Progress, AutoCloseable {

  private static final long PATIENCE = Duration.ofSeconds(1).toNanos();
  private static final long PERIOD = Duration.ofMillis(100).toNanos();
  private static final long BETWEEN_LOOKS = Duration.ofMillis(5).toNanos();
  private static final int MOST_MOMENTS = 1 << 16;

  private final PrintWriter err;
  private final LiveText text;
  private final BooleanSupplier watched;
  private final LongSupplier nanoTime;
  private int momentsBetweenLooks = 1;
  private int moments;
  private long lastLook;
  private long nextDraw;
  private int drawn;
  private long lastDraw;
  private Duration lastTime = Duration.ZERO;
  private long lastDecisions;
  private double decisionRate;
  private double timeRate;

  LiveView(PrintWriter err, LiveText text) {
    this(err, text, LiveLine::watched, System::nanoTime);
  }

  LiveView(PrintWriter err, LiveText text, BooleanSupplier watched, LongSupplier nanoTime) {
    this.err = err;
    this.text = text;
    this.watched = watched;
    this.nanoTime = nanoTime;
    this.lastLook = nanoTime.getAsLong();
    this.lastDraw = lastLook;
    this.nextDraw = lastLook + PATIENCE;
  }

  @Override
  public void at(Duration sinceStart, LiveFigures figures) {
    if (++moments < momentsBetweenLooks) {
      return;
    }
    moments = 0;
    long now = nanoTime.getAsLong();
    if (now - lastLook < BETWEEN_LOOKS) {
      momentsBetweenLooks = Math.min(2 * momentsBetweenLooks, MOST_MOMENTS);
    } else {
      momentsBetweenLooks = Math.max(1, momentsBetweenLooks / 2);
    }
    lastLook = now;
    if (now < nextDraw) {
      return;
    }
    // Asked only now: finding out costs more than most simulations take.
    if (drawn == 0 && !watched.getAsBoolean()) {
      nextDraw = Long.MAX_VALUE;
      return;
    }
    nextDraw = now + PERIOD;
    draw(sinceStart, figures, now);
  }

  private void draw(Duration time, LiveFigures figures, long now) {
    double seconds = (now - lastDraw) / 1e9;
    long decisions = figures.decisions();
    // Rates of a tenth of a second jump; these follow within a second or so.
    double fresh = drawn == 0 ? 1 : 1 - Math.exp(-seconds);
    decisionRate += fresh * ((decisions - lastDecisions) / seconds - decisionRate);
    timeRate += fresh * (time.minus(lastTime).toMillis() / seconds - timeRate);
    List<String> lines =
        text.lines(time, figures, decisionRate, Duration.ofMillis(Math.round(timeRate)));
    lastDraw = now;
    lastTime = time;
    lastDecisions = decisions;
    var screen = new StringBuilder();
    rewind(screen);
    lines.forEach(line -> screen.append(line).append("\033[K\n"));
    screen.append("\033[J");
    drawn = lines.size();
    err.print(screen);
    err.flush();
  }

  /** Goes back to the first of the lines that were drawn last. */
  private void rewind(StringBuilder screen) {
    if (drawn > 0) {
      screen.append("\033[").append(drawn).append('A');
    }
    screen.append('\r');
  }

  /** Wipes the lines, so that the result stands alone. */
  @Override
  public void close() {
    if (drawn > 0) {
      var screen = new StringBuilder();
      rewind(screen);
      err.print(screen.append("\033[J"));
      err.flush();
    }
  }
}
