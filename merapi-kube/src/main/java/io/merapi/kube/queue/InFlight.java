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

  private final Map<String, PendingPod> flights = new LinkedHashMap<>();
  private Link latest = new Link(null);

  boolean holds(Pod pod) {
    return flights.containsKey(pod.identity());
  }

  /** In the order in which they were handed out. */
  List<PendingPod> pods() {
    return List.copyOf(flights.values());
  }

  void add(PendingPod pod) {
    pod.since = latest;
    settle(flights.put(pod.pod().pod().identity(), pod), pod);
  }

  /** Forgets a pod that is gone, so that it cannot come back. */
  void forget(Pod pod) {
    settle(flights.remove(pod.identity()), null);
  }

  /** Has a pod that is here no longer let go of what happened. */
  private static void settle(@Nullable PendingPod gone, @Nullable PendingPod present) {
    if (gone != null && gone != present) {
      gone.since = null;
    }
  }

  /**
   * Lets a pod come back.
   *
   * @return what happened since it was handed out, in order; null if it is not here
   */
  @Nullable List<Event> land(PendingPod pod) {
    String identity = pod.pod().pod().identity();
    if (flights.get(identity) != pod) {
      return null;
    }
    flights.remove(identity);
    Link link = pod.since == null ? null : pod.since.next;
    pod.since = null;
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
    if (flights.get(pod.pod().pod().identity()) == pod) {
      pod.since = null;
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
    for (PendingPod pod : flights.values()) {
      if (pod.since != null) {
        oldest = oldest == null ? pod.since : oldest;
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

  static final class Link {

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
