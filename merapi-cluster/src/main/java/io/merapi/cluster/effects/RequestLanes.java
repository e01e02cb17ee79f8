package io.merapi.cluster.effects;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two queues of requests before one API server: what pods wait for, and what can come later.
 *
 * <p>A request of the second queue starts only while the first is empty, and only some of the
 * places are ever given to them, so that a burst of reports does not keep a binding waiting. Each
 * place is a virtual thread that works as long as there is something to do.
 */
final class RequestLanes {

  private record Work(Runnable request, boolean isLater) {}

  private final int places;
  private final int placesForLater;
  private final Deque<Work> urgent = new ArrayDeque<>();
  private final Deque<Work> later = new ArrayDeque<>();
  private int taken;
  private int takenForLater;
  private int urgentUnderWay;

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
    urgent.addLast(new Work(request, false));
    startWorker();
  }

  /** Runs a request when nothing urgent waits; it must not throw. */
  synchronized void later(Runnable request) {
    later.addLast(new Work(request, true));
    if (takenForLater < placesForLater) {
      startWorker();
    }
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
    if (done != null && done.isLater) {
      takenForLater--;
    } else if (done != null && --urgentUnderWay == 0) {
      notifyAll();
    }
    Work work = urgent.pollFirst();
    if (work == null && takenForLater < placesForLater) {
      work = later.pollFirst();
    }
    if (work == null) {
      taken--;
    } else if (work.isLater) {
      takenForLater++;
    }
    return work;
  }
}
