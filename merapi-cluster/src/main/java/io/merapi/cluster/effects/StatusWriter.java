package io.merapi.cluster.effects;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes statuses that others act by, such as that a group is admitted: one at a time for each
 * object, the newest, again and again until the server has taken it.
 *
 * <p>A status waits for others of the same object: a group and its first pods bring about several
 * sessions in a row, and what the last of them finds is worth a request, which a binding must not
 * wait for besides. Whoever writes it says for how long; the newest word counts, from when the
 * first came that was not sent.
 */
final class StatusWriter implements AutoCloseable {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Requests requests;
  private final RequestLanes lanes;
  private final Map<String, Slot> slots = new HashMap<>();
  private final AtomicLong failed = new AtomicLong();
  private volatile boolean closed;

  StatusWriter(Requests requests, RequestLanes lanes) {
    this.requests = requests;
    this.lanes = lanes;
  }

  /** What is to be written of one object. */
  private static final class Slot {

    private final long since = System.nanoTime();
    private @Nullable ApiRequest next;
    private long due;

    /** Whether it is being written, or waits to be tried again. */
    private boolean busy;

    private Duration pause = FIRST_PAUSE;

    /** For how long it may still wait; negative where it is time. */
    Duration left() {
      return Duration.ofNanos(due - System.nanoTime());
    }
  }

  /**
   * Has a status written in place of all that was to be written of the same object.
   *
   * @param request may be sent twice
   * @param gathering how long it may wait for a newer one
   */
  void write(String uid, ApiRequest request, Duration gathering) {
    synchronized (slots) {
      Slot slot = slots.computeIfAbsent(uid, _ -> new Slot());
      slot.next = request;
      // What is under way is followed by the newest anyway.
      if (!slot.busy) {
        slot.due = slot.since + gathering.toNanos();
        after(slot.left(), () -> begin(uid));
      }
    }
  }

  private static void after(Duration pause, Runnable work) {
    Thread.ofVirtual()
        .name("status")
        .start(() -> {
          try {
            Thread.sleep(pause);
            work.run();
          } catch (InterruptedException _) {
            // Nobody interrupts it.
          }
        });
  }

  /** Writes what is due; where a newer status was given more time, nothing is. */
  private void begin(String uid) {
    synchronized (slots) {
      Slot slot = slots.get(uid);
      if (slot == null || slot.busy || slot.left().isPositive()) {
        return;
      }
      slot.busy = true;
    }
    lanes.urgent(() -> send(uid));
  }

  private void send(String uid) {
    for (ApiRequest request = next(uid); request != null; request = next(uid)) {
      if (!taken(request)) {
        retry(uid, request);
        return;
      }
    }
  }

  /** What to write now; null where there is nothing more. */
  private @Nullable ApiRequest next(String uid) {
    synchronized (slots) {
      Slot slot = slots.get(uid);
      ApiRequest next = slot == null ? null : slot.next;
      if (slot == null || next == null) {
        slots.remove(uid);
        return null;
      }
      slot.next = null;
      return next;
    }
  }

  /** Whether this need not be tried again. */
  private boolean taken(ApiRequest request) {
    try {
      ApiAnswer answer = requests.report(request);
      if (answer.succeeded()) {
        return true;
      }
      // An object that is gone needs no status; what the server refuses it refuses again.
      boolean gone = answer.code() == ApiStatus.NOT_FOUND || answer.code() == ApiStatus.CONFLICT;
      if (!gone) {
        failed.incrementAndGet();
      }
      return answer.code() < 500 && answer.code() != ApiStatus.TOO_MANY_REQUESTS;
    } catch (IOException _) {
      failed.incrementAndGet();
      return closed;
    }
  }

  private void retry(String uid, ApiRequest request) {
    synchronized (slots) {
      Slot slot = slots.get(uid);
      if (slot == null) {
        return;
      }
      if (slot.next == null) {
        slot.next = request;
      }
      after(slot.pause, () -> lanes.urgent(() -> send(uid)));
      Duration twice = slot.pause.multipliedBy(2);
      slot.pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
  }

  /** Tries that the server did not take. */
  long failed() {
    return failed.get();
  }

  /** Ends trying again. */
  @Override
  public void close() {
    closed = true;
  }
}
