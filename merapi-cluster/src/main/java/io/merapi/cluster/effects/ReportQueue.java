package io.merapi.cluster.effects;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiStatus;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Sends Events when nothing more important is to be sent, and drops them when too many wait. */
final class ReportQueue {

  private static final int MOST_WAITING = 50_000;

  private final RequestLanes lanes;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();

  ReportQueue(RequestLanes lanes) {
    this.lanes = lanes;
  }

  /**
   * Queues a request.
   *
   * @param onFailure called where it was not taken
   */
  void send(Requests.Steps<ApiAnswer> request, Runnable onFailure) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      dropped.incrementAndGet();
      onFailure.run();
      return;
    }
    lanes.later(() -> {
      boolean taken = false;
      try {
        ApiAnswer answer = request.run();
        taken = answer.succeeded() || answer.code() == ApiStatus.CONFLICT;
      } catch (IOException _) {
        // Counted below: an Event is not worth more than this.
      } finally {
        waiting.decrementAndGet();
        if (!taken) {
          dropped.incrementAndGet();
          onFailure.run();
        }
      }
    });
  }

  /** What was not sent: too much waited, or the server did not take it. */
  long dropped() {
    return dropped.get();
  }
}
