package io.merapi.cluster.effects;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two queues of requests before one API server: what pods wait for, and what can come later.
 *
 * <p>A request of the second queue starts only while the first is empty, and has been for a moment:
 * where pods come one after the other, a report on one would take the server's time from the
 * binding of the next. It is held back for a second at most, though, so that people hear of what
 * happens where pods never stop coming. Only some of the places are ever given to reports, so that
 * a burst of them does not keep a binding waiting. Each place is a virtual thread that works as
 * long as there is something to do.
 */
final class RequestLanes {

  private static final Duration QUIET = Duration.ofMillis(20);
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(1);

  /**
   * @param since when it was handed in
   */
  private record Work(Runnable request, boolean isLater, long since) {}

  private final int places;
  private final int placesForLater;
  private final Deque<Work> urgent = new ArrayDeque<>();
  private final Deque<Work> later = new ArrayDeque<>();
  private int taken;
  private int takenForLater;
  private int urgentUnderWay;
  private long lastUrgent = System.nanoTime() - QUIET.toNanos();

  /** Whether somebody comes back when reports need no longer be held. */
  private boolean holding;

  /**
   * Empty lanes.
   *
   * @param places how many requests are on their way at once at most
   */
  RequestLanes(int places) {
    this.places = places;
    this.placesForLater = Math.max(1, places / 4);
  }

  /** Runs a request as soon as there is a place; it must not throw. */
  synchronized void urgent(Runnable request) {
    urgentUnderWay++;
    urgent.addLast(new Work(request, false, System.nanoTime()));
    startWorker();
  }

  /** Runs a request when nothing urgent waits; it must not throw. */
  synchronized void later(Runnable request) {
    later.addLast(new Work(request, true, System.nanoTime()));
    startLater();
  }

  /** Waits until nothing urgent waits or is on its way; whether that came in time. */
  synchronized boolean awaitUrgent(Duration atMost) throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    while (urgentUnderWay > 0) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  /** Has reports sent by as many as may, now or when they need no longer be held. */
  private synchronized void startLater() {
    long hold = hold();
    if (hold <= 0) {
      for (int more = Math.min(later.size(), placesForLater - takenForLater); more > 0; more--) {
        startWorker();
      }
    } else if (!holding) {
      holding = true;
      Thread.ofVirtual().name("reports").start(() -> comeBack(hold));
    }
  }

  private void comeBack(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException _) {
      // Nobody interrupts it.
    }
    synchronized (this) {
      holding = false;
      startLater();
    }
  }

  /** For how long no report may start; zero or less where one may, or none waits. */
  private synchronized long hold() {
    Work first = later.peekFirst();
    if (first == null) {
      return 0;
    }
    long now = System.nanoTime();
    long quiet = (urgentUnderWay > 0 ? now : lastUrgent) + QUIET.toNanos();
    return Math.min(quiet - now, first.since + LONGEST_HOLD.toNanos() - now);
  }

  private synchronized void startWorker() {
    if (taken < places) {
      taken++;
      Thread.ofVirtual().name("request").start(this::work);
    }
  }

  private void work() {
    for (Work work = next(null); work != null; work = next(work)) {
      work.request.run();
    }
  }

  /** What to do next; null gives the place back. */
  private synchronized @Nullable Work next(@Nullable Work done) {
    if (done != null) {
      ended(done);
    }
    Work work = urgent.pollFirst();
    if (work == null && takenForLater < placesForLater) {
      if (hold() <= 0) {
        work = later.pollFirst();
      } else {
        startLater();
      }
    }
    if (work == null) {
      taken--;
    } else if (work.isLater) {
      takenForLater++;
    }
    return work;
  }

  private synchronized void ended(Work done) {
    if (done.isLater) {
      takenForLater--;
      return;
    }
    lastUrgent = System.nanoTime();
    if (--urgentUnderWay == 0) {
      notifyAll();
    }
  }
}
