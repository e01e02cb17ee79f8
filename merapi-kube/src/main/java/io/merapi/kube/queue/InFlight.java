package io.merapi.kube.queue;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pods that are being tried or bound, and what happened meanwhile: a pod that comes back may
 * have been rejected for a reason that is gone by then.
 *
 * <p>Implementation note: events are a chain, and each pod holds on to the link after which it was
 * handed out. Links that no pod has before it any more are garbage.
 */
final class InFlight {

  private final Map<String, Flight> flights = new LinkedHashMap<>();
  private Link latest = new Link(null);

  boolean holds(Pod pod) {
    return flights.containsKey(pod.identity());
  }

  /** In the order in which they were handed out. */
  List<PendingPod> pods() {
    return flights.values().stream().map(flight -> flight.pod).toList();
  }

  void add(PendingPod pod) {
    flights.put(pod.pod().pod().identity(), new Flight(pod, latest));
  }

  /** Forgets a pod that is gone, so that it cannot come back. */
  void forget(Pod pod) {
    flights.remove(pod.identity());
  }

  /**
   * Lets a pod come back.
   *
   * @return what happened since it was handed out, in order; null if it is not here
   */
  @Nullable List<Event> land(PendingPod pod) {
    String identity = pod.pod().pod().identity();
    Flight flight = flights.get(identity);
    if (flight == null || flight.pod != pod) {
      return null;
    }
    flights.remove(identity);
    Link link = flight.since == null ? null : flight.since.next;
    if (link == null) {
      return List.of();
    }
    var since = new ArrayList<Event>();
    for (; link != null; link = link.next) {
      if (link.event != null) {
        since.add(link.event);
      }
    }
    return since;
  }

  /** The best that a pod can make of what happened while it was tried. */
  static Wake best(PendingPod pod, List<Event> missed, Hints hints) {
    Wake bestPossible = pod.rejectors.holding().isEmpty() ? Wake.AFTER_BACKOFF : Wake.AT_ONCE;
    var best = Wake.NO;
    for (Event event : missed) {
      best =
          best.or(
              switch (event) {
                case Event.Changed(var action, var change) -> hints.ask(pod, action, change);
                case Event.Activated(var identity) ->
                    identity.equals(pod.pod().pod().identity()) ? Wake.AFTER_BACKOFF : Wake.NO;
                case Event.EveryoneActivated _ -> Wake.AFTER_BACKOFF;
              });
      if (best == bestPossible) {
        break;
      }
    }
    return best;
  }

  /** Says how a change helps a pod. */
  interface Hints {
    Wake ask(PendingPod pod, ClusterAction action, ObjectChange change);
  }

  /** Lets go of what happened since a pod was handed out; the pod itself stays. */
  void settled(PendingPod pod) {
    Flight flight = flights.get(pod.pod().pod().identity());
    if (flight != null && flight.pod == pod) {
      flight.since = null;
    }
  }

  /** Notes what happened, if a pod is here that may need it. */
  void note(Event event) {
    if (!flights.isEmpty()) {
      var link = new Link(event);
      latest.next = link;
      latest = link;
    }
  }

  /** How many events are kept, and how many pods they are kept for, by upstream's words. */
  SortedMap<String, Integer> counts() {
    var counts = new TreeMap<String, Integer>();
    Link oldest = null;
    for (Flight flight : flights.values()) {
      if (flight.since != null) {
        oldest = oldest == null ? flight.since : oldest;
        counts.merge("PodPopped", 1, Integer::sum);
      }
    }
    for (Link link = oldest == null ? null : oldest.next; link != null; link = link.next) {
      if (link.event != null) {
        counts.merge(EventName.of(link.event), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static final class Flight {

    final PendingPod pod;

    /** Absent for a pod to which nothing that happens matters any more. */
    @Nullable Link since;

    Flight(PendingPod pod, Link since) {
      this.pod = pod;
      this.since = since;
    }
  }

  private static final class Link {

    final @Nullable Event event;
    @Nullable Link next;

    Link(@Nullable Event event) {
      this.event = event;
    }
  }

  /** Something that may help a pod. */
  sealed interface Event {

    /** An object changed. */
    record Changed(ClusterAction action, ObjectChange change) implements Event {}

    /** A pod is to be tried again whatever rejected it. */
    record Activated(String identity) implements Event {}

    /** Pods are tried again whatever rejected them. */
    record EveryoneActivated() implements Event {}
  }
}
