package io.merapi.sim.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still while work is done, and jumps to the moment of the next.
 *
 * <p>Work of one moment is done in the order in which it was asked for, so that a run is the same
 * every time. Used by one thread.
 */
public final class VirtualTime implements InstantSource, Executor {

  private final PriorityQueue<Task> later =
      new PriorityQueue<>(Comparator.comparing(Task::when).thenComparingLong(Task::number));

  /** Work of this moment that was asked for when the moment had come: after all that was before. */
  private final ArrayDeque<Runnable> due = new ArrayDeque<>();

  private Instant now;
  private long asked;
  private long lasting;

  public VirtualTime(Instant start) {
    this.now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Does work in this moment, after what was asked for before. */
  @Override
  public void execute(Runnable work) {
    due.add(work);
  }

  public void after(Duration delay, Runnable work) {
    at(now.plus(delay), work);
  }

  /** Does work at a moment; at once where that moment has passed. */
  public void at(Instant moment, Runnable work) {
    if (moment.isAfter(now)) {
      later.add(new Task(moment, asked++, false, work));
    } else {
      due.add(work);
    }
  }

  /**
   * Does work at a later moment if time goes on until then anyway; for what happens again and again
   * for ever.
   */
  public void inPassing(Duration delay, Runnable work) {
    lasting++;
    later.add(new Task(now.plus(delay), asked++, true, work));
  }

  /** Whether there is work that time has to go on for. */
  public boolean goesOn() {
    return !due.isEmpty() || later.size() > lasting;
  }

  /** When there is work again; null where there is none. */
  public @Nullable Instant next() {
    if (!due.isEmpty()) {
      return now;
    }
    Task task = later.peek();
    return task == null ? null : task.when;
  }

  /** Does all work that is due now, also what that work asks for. */
  public void runDue() {
    for (Task task = later.peek(); task != null && !task.when.isAfter(now); task = later.peek()) {
      later.poll();
      lasting -= task.inPassing ? 1 : 0;
      task.work.run();
    }
    for (Runnable work = due.poll(); work != null; work = due.poll()) {
      work.run();
    }
  }

  /** Jumps forward; never over work that is due before. */
  public void advanceTo(Instant moment) {
    Instant next = next();
    if (moment.isBefore(now) || (next != null && next.isBefore(moment))) {
      throw new IllegalArgumentException(
          "cannot go from %s to %s, there is work at %s".formatted(now, moment, next));
    }
    now = moment;
  }

  /** Work of one moment; the number tells which was asked for first. */
  private record Task(Instant when, long number, boolean inPassing, Runnable work) {}
}
