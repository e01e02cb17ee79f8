package io.merapi.cluster.effects;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Three queues of requests before one API server: what pods wait for, what others go by, and what
 * people read. The last two are reports.
 *
 * <p>A report starts only while nothing urgent waits, and nothing has for a moment: where pods come
 * one after the other, a report on one would take the server's time from the binding of the next.
 * It is held back for some seconds at most, though, so that people hear of what happens where pods
 * never stop coming; where more of them come than the server can bind, reports that have waited for
 * so long go out one at a time. Only some of the places are ever given to reports, so that a burst
 * of them does not keep a binding waiting. Each place is a virtual thread that works as long as
 * there is something to do.
 */
final class RequestLanes {

  private static final Duration QUIET = Duration.ofMillis(20);
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);

  /**
   * @param since when it was handed in
   */
  private record Work(Runnable request, boolean isReport, long since) {}

  private final int places;
  private final int placesForReports;
  private final long longestHold;
  private final Deque<Work> urgent = new ArrayDeque<>();
  private final Deque<Work> statuses = new ArrayDeque<>();
  private final Deque<Work> later = new ArrayDeque<>();
  private int taken;
  private int takenForReports;
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
    this(places, LONGEST_HOLD);
  }

  /**
   * Empty lanes.
   *
   * @param longestHold for how long reports wait at most while bindings keep coming
   */
  RequestLanes(int places, Duration longestHold) {
    this.places = places;
    this.placesForReports = Math.max(1, places / 4);
    this.longestHold = longestHold.toNanos();
  }

  /** Runs a request as soon as there is a place; it must not throw. */
  synchronized void urgent(Runnable request) {
    urgentUnderWay++;
    urgent.addLast(new Work(request, false, System.nanoTime()));
    startWorker();
  }

  /** Runs a request that others go by when nothing urgent waits; it must not throw. */
  synchronized void status(Runnable request) {
    statuses.addLast(new Work(request, true, System.nanoTime()));
    startReports();
  }

  /** Runs a request when nothing else waits; it must not throw. */
  synchronized void later(Runnable request) {
    later.addLast(new Work(request, true, System.nanoTime()));
    startReports();
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
  private synchronized void startReports() {
    long hold = hold();
    if (hold <= 0) {
      int waiting = statuses.size() + later.size();
      for (int more = Math.min(waiting, placesForReports - takenForReports); more > 0; more--) {
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
      startReports();
    }
  }

  /** For how long no report may start; zero or less where one may, or none waits. */
  private synchronized long hold() {
    long now = System.nanoTime();
    long waited = longestWait(now);
    long quiet = (urgentUnderWay > 0 ? now : lastUrgent) + QUIET.toNanos();
    return waited < 0 ? 0 : Math.min(quiet - now, longestHold - waited);
  }

  /** For how long the first report has waited; negative where there is none. */
  private synchronized long longestWait(long now) {
    Work status = statuses.peekFirst();
    Work last = later.peekFirst();
    return Math.max(status == null ? -1 : now - status.since, last == null ? -1 : now - last.since);
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
    Work work = reportIsOverdue() ? report() : urgent.pollFirst();
    if (work == null && takenForReports < placesForReports) {
      if (hold() <= 0) {
        work = report();
      } else {
        startReports();
      }
    }
    if (work == null) {
      taken--;
    } else if (work.isReport) {
      takenForReports++;
      if (!urgent.isEmpty()) {
        // It has taken the place that was meant for what waits.
        startWorker();
      }
    }
    return work;
  }

  /** Whether one report has to go although something urgent may wait. */
  private synchronized boolean reportIsOverdue() {
    return takenForReports == 0 && longestWait(System.nanoTime()) > longestHold;
  }

  private synchronized @Nullable Work report() {
    Work status = statuses.pollFirst();
    return status == null ? later.pollFirst() : status;
  }

  private synchronized void ended(Work done) {
    if (done.isReport) {
      takenForReports--;
      return;
    }
    lastUrgent = System.nanoTime();
    if (--urgentUnderWay == 0) {
      notifyAll();
    }
  }
}
