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
 * <p>A status waits for a moment: a group and its first pods bring about several sessions in a row,
 * and what the last of them finds is worth a request, which a binding must not wait for besides.
 */
final class StatusWriter implements AutoCloseable {

  private static final Duration GATHERING = Duration.ofMillis(20);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Requests requests;
  private final RequestLanes lanes;
  private final Map<String, Slot> busy = new HashMap<>();
  private final AtomicLong failed = new AtomicLong();
  private volatile boolean closed;

  StatusWriter(Requests requests, RequestLanes lanes) {
    this.requests = requests;
    this.lanes = lanes;
  }

  /** What is being written of one object, and what comes after it. */
  private static final class Slot {

    private @Nullable ApiRequest next;
    private Duration pause = FIRST_PAUSE;

    Slot(ApiRequest next) {
      this.next = next;
    }
  }

  /**
   * Has a status written in place of all that was to be written of the same object.
   *
   * @param request may be sent twice
   */
  void write(String uid, ApiRequest request) {
    synchronized (busy) {
      Slot slot = busy.get(uid);
      if (slot != null) {
        slot.next = request;
        return;
      }
      busy.put(uid, new Slot(request));
    }
    sendAfter(GATHERING, uid);
  }

  private void sendAfter(Duration pause, String uid) {
    Thread.ofVirtual()
        .name("status")
        .start(() -> {
          try {
            Thread.sleep(pause);
            lanes.urgent(() -> send(uid));
          } catch (InterruptedException _) {
            // Nobody interrupts it.
          }
        });
  }

  private void send(String uid) {
    for (ApiRequest request = next(uid); request != null; request = next(uid)) {
      if (!taken(request)) {
        retry(uid, request);
        return;
      }
    }
  }

  /** What to write now; null where there is nothing more, and then the object is not busy. */
  private @Nullable ApiRequest next(String uid) {
    synchronized (busy) {
      Slot slot = busy.get(uid);
      ApiRequest next = slot == null ? null : slot.next;
      if (slot == null || next == null) {
        busy.remove(uid);
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
    Duration pause;
    synchronized (busy) {
      Slot slot = busy.computeIfAbsent(uid, _ -> new Slot(request));
      if (slot.next == null) {
        slot.next = request;
      }
      pause = slot.pause;
      Duration twice = pause.multipliedBy(2);
      slot.pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
    sendAfter(pause, uid);
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
