package io.merapi.cluster.effects;

import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes statuses of groups and queues: one at a time for each object, the newest, again and again
 * until the server has taken it.
 *
 * <p>A status waits for others of the same object, after each that was written: a group and its
 * first pods bring about several sessions in a row, and until the cluster has told of what the
 * first found, the others find it again; what the last of them finds is worth a request. The newest
 * word says for how long, from when the first came that was not sent. What somebody waits for then
 * goes out with the bindings, and everything else after them.
 */
final class StatusWriter implements AutoCloseable {

  private static final Duration SOON = Duration.ofMillis(20);
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

    /** The newest; null while it is being written. */
    private @Nullable ApiRequest next;

    /** When the first came of those that were not sent. */
    private long since;

    private Duration gathering = Duration.ZERO;
    private boolean awaited;
    private State state = State.GATHERING;
    private Duration pause = FIRST_PAUSE;

    void put(ApiRequest request, Duration waits, boolean isAwaited) {
      since = next == null ? System.nanoTime() : since;
      next = request;
      gathering = waits;
      awaited = isAwaited;
    }

    /** For how long it may still wait; negative where it is time. */
    Duration left() {
      return Duration.ofNanos(since + gathering.toNanos() - System.nanoTime());
    }
  }

  private enum State {
    /** Newer ones may come. */
    GATHERING,
    /** In a lane; newer ones go along. */
    QUEUED,
    /** On its way, or to be tried again. */
    SENDING
  }

  /**
   * Has a status written that somebody waits for, in place of all that was to be written of the
   * same object.
   *
   * @param request may be sent twice
   */
  void writeSoon(String uid, ApiRequest request) {
    write(uid, request, SOON, true);
  }

  /**
   * Has a status written in place of all that was to be written of the same object.
   *
   * @param request may be sent twice
   * @param gathering how long it may wait for a newer one
   */
  void write(String uid, ApiRequest request, Duration gathering) {
    write(uid, request, gathering, false);
  }

  private void write(String uid, ApiRequest request, Duration gathering, boolean awaited) {
    synchronized (slots) {
      Slot slot = slots.computeIfAbsent(uid, _ -> new Slot());
      slot.put(request, gathering, awaited);
      switch (slot.state) {
        case GATHERING -> gather(uid, slot);
        case QUEUED -> {
          if (awaited) {
            lanes.urgent(() -> send(uid));
          }
        }
        case SENDING -> {
          // It has its turn after what is on its way.
        }
      }
    }
  }

  private void gather(String uid, Slot slot) {
    slot.state = State.GATHERING;
    after(slot.left(), () -> begin(uid));
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
      if (slot == null || slot.state != State.GATHERING || slot.left().isPositive()) {
        return;
      }
      queue(uid, slot);
    }
  }

  private void queue(String uid, Slot slot) {
    slot.state = State.QUEUED;
    if (slot.awaited) {
      lanes.urgent(() -> send(uid));
    } else {
      lanes.status(() -> send(uid));
    }
  }

  /** Writes an object's status, unless somebody else has come first. */
  private void send(String uid) {
    ApiRequest request;
    synchronized (slots) {
      Slot slot = slots.get(uid);
      request = slot == null || slot.state != State.QUEUED ? null : slot.next;
      if (slot == null || request == null) {
        return;
      }
      slot.state = State.SENDING;
      slot.next = null;
    }
    boolean taken = taken(request);
    synchronized (slots) {
      Slot slot = Objects.requireNonNull(slots.get(uid));
      if (!taken) {
        retry(uid, slot, request);
      } else if (slot.next == null) {
        slots.remove(uid);
      } else {
        slot.pause = FIRST_PAUSE;
        gather(uid, slot);
      }
    }
  }

  /** Whether this need not be tried again. */
  private boolean taken(ApiRequest request) {
    try {
      ApiAnswer answer = requests.report(request);
      if (answer.succeeded()) {
        return true;
      }
      // An object that is gone needs no status.
      if (answer.code() == ApiStatus.NOT_FOUND || answer.code() == ApiStatus.CONFLICT) {
        return true;
      }
      failed.incrementAndGet();
      return !mayTakeItLater(answer.code());
    } catch (IOException _) {
      failed.incrementAndGet();
      return closed;
    }
  }

  /** Rights may be given, and a server may come to itself; what it finds wrong it always will. */
  private static boolean mayTakeItLater(int code) {
    return code >= 500
        || code == ApiStatus.TOO_MANY_REQUESTS
        || code == ApiStatus.UNAUTHORIZED
        || code == ApiStatus.FORBIDDEN;
  }

  private void retry(String uid, Slot slot, ApiRequest request) {
    if (slot.next == null) {
      slot.next = request;
    }
    after(slot.pause, () -> again(uid));
    Duration twice = slot.pause.multipliedBy(2);
    slot.pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private void again(String uid) {
    synchronized (slots) {
      queue(uid, Objects.requireNonNull(slots.get(uid)));
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
