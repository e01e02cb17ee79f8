package io.merapi.kube.queue;

import static java.util.Objects.requireNonNull;

import io.merapi.api.pod.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue as it is defined, without any of what makes it fast: every pod is looked at for every
 * event, and every pod in flight keeps its own list of what it missed.
 */
final class PlainQueue {

  /** One pod, wherever it is. */
  static final class Entry {
    Pod pod;
    Pool pool = Pool.NONE;
    Rejectors rejectors = Rejectors.NONE;
    Instant enqueued;
    int attempts;
    int rejections;
    int errors;
    final long arrival;

    Entry(Pod pod, Instant now, long arrival) {
      this.pod = pod;
      this.enqueued = now;
      this.arrival = arrival;
    }

    Instant backoffEnd() {
      int failures = errors > 0 ? errors : rejections;
      if (failures == 0) {
        return Instant.MIN;
      }
      long seconds = Math.min(10, failures > 4 ? 10 : 1L << (failures - 1));
      return Instant.ofEpochSecond(enqueued.plusSeconds(seconds).getEpochSecond());
    }
  }

  /** A pod that was handed out, with all that it has missed. */
  record Flight(Entry entry, List<Event> missed) {}

  /** Something that may bring a pod back. */
  interface Event {

    /** Brings back whatever pod hears of it. */
    Event FOR_ALL = _ -> Wake.AFTER_BACKOFF;

    Wake bringsBack(Entry entry);

    /** Brings back the pods that one of their rejectors says it helps. */
    static Event helping(BiPredicate<Pod, String> helps) {
      return entry -> {
        if (entry.rejectors.holding().stream().anyMatch(one -> helps.test(entry.pod, one))) {
          return Wake.AT_ONCE;
        }
        return entry.rejectors.unschedulable().stream().anyMatch(one -> helps.test(entry.pod, one))
            ? Wake.AFTER_BACKOFF
            : Wake.NO;
      };
    }
  }

  final TreeMap<String, Entry> pods = new TreeMap<>();
  final TreeMap<String, Flight> flights = new TreeMap<>();
  private final Predicate<Pod> gate;
  private Instant now;
  private long arrivals;

  PlainQueue(Predicate<Pod> gate, Instant now) {
    this.gate = gate;
    this.now = now;
  }

  void add(Pod pod) {
    var entry = new Entry(pod, now, arrivals++);
    pods.put(pod.name(), entry);
    activate(entry);
  }

  void update(Pod pod, Event ownChange) {
    if (flights.containsKey(pod.name())) {
      flights.values().forEach(one -> one.missed.add(ownChange));
      return;
    }
    Entry entry = requireNonNull(pods.get(pod.name()));
    entry.pod = pod;
    if (entry.pool == Pool.UNSCHEDULABLE || entry.pool == Pool.GATED) {
      wake(entry, ownChange.bringsBack(entry));
    }
  }

  void delete(String name) {
    pods.remove(name);
    flights.remove(name);
  }

  /** Something happened; gated pods hear of it only if their gate waits for it. */
  void happened(Event event, boolean gateWaits) {
    for (Entry entry : pods.values()) {
      if (entry.pool == Pool.UNSCHEDULABLE || (entry.pool == Pool.GATED && gateWaits)) {
        Wake how = event.bringsBack(entry);
        if (how != Wake.NO) {
          wake(entry, how);
        }
      }
    }
    flights.values().forEach(one -> one.missed.add(event));
  }

  private void wake(Entry entry, Wake how) {
    boolean backsOff = !entry.backoffEnd().isBefore(Instant.ofEpochSecond(now.getEpochSecond()));
    if (how == Wake.NO) {
      entry.pool = entry.pool == Pool.GATED ? Pool.GATED : Pool.UNSCHEDULABLE;
    } else if (how == Wake.AFTER_BACKOFF && backsOff && !gate.test(entry.pod)) {
      entry.pool = entry.rejectors.isEmpty() ? Pool.ERROR_BACKOFF : Pool.BACKOFF;
    } else {
      activate(entry);
    }
  }

  private void activate(Entry entry) {
    boolean shut = gate.test(entry.pod);
    entry.pool = shut ? Pool.GATED : Pool.ACTIVE;
    if (shut) {
      entry.rejectors = entry.rejectors.and("gate");
    }
  }

  @Nullable Entry pop() {
    Comparator<Entry> order =
        Comparator.<Entry>comparingInt(one -> -one.pod.spec().priorityOrZero())
            .thenComparing(one -> one.enqueued)
            .thenComparingLong(one -> one.arrival);
    Entry next =
        pods.values().stream()
            .filter(one -> one.pool == Pool.ACTIVE)
            .min(order)
            .or(() ->
                pods.values().stream()
                    .filter(one -> one.pool == Pool.BACKOFF)
                    .min(Comparator.comparing(Entry::backoffEnd).thenComparing(order)))
            .orElse(null);
    if (next != null) {
      pods.remove(next.pod.name());
      next.pool = Pool.NONE;
      next.attempts++;
      flights.put(next.pod.name(), new Flight(next, new ArrayList<>()));
    }
    return next;
  }

  void done(String name) {
    flights.remove(name);
  }

  void requeue(Pod latest, Rejectors by) {
    Flight flight = requireNonNull(flights.remove(latest.name()));
    Entry entry = flight.entry;
    entry.pod = latest;
    entry.rejectors = by;
    entry.enqueued = now;
    if (by.isEmpty()) {
      entry.errors++;
    } else {
      entry.errors = 0;
      entry.rejections++;
    }
    pods.put(latest.name(), entry);
    var how = by.isEmpty() ? Wake.AFTER_BACKOFF : Wake.NO;
    for (Event event : flight.missed) {
      how = how.or(event.bringsBack(entry));
    }
    wake(entry, how);
  }

  void activate(String name) {
    Entry entry = pods.get(name);
    Flight flight = flights.get(name);
    if (entry != null && (entry.pool == Pool.BACKOFF || entry.pool == Pool.ERROR_BACKOFF)) {
      entry.pool = Pool.ACTIVE;
    } else if (entry != null && entry.pool != Pool.ACTIVE) {
      activate(entry);
    } else if (flight != null) {
      flight.missed.add(Event.FOR_ALL);
    }
  }

  void passTo(Instant time, Duration longest) {
    now = time;
    Instant second = Instant.ofEpochSecond(now.getEpochSecond());
    for (Entry entry : pods.values()) {
      boolean waits = entry.pool == Pool.BACKOFF || entry.pool == Pool.ERROR_BACKOFF;
      if (waits && entry.backoffEnd().isBefore(second)) {
        entry.pool = Pool.ACTIVE;
      }
    }
    boolean any = false;
    for (Entry entry : pods.values()) {
      if (entry.pool == Pool.UNSCHEDULABLE && !entry.enqueued.plus(longest).isAfter(now)) {
        wake(entry, Wake.AFTER_BACKOFF);
        any = true;
      }
    }
    if (any) {
      flights.values().forEach(one -> one.missed.add(Event.FOR_ALL));
    }
  }
}
