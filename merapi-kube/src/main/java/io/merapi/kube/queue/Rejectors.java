package io.merapi.kube.queue;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The plugins that stood against a pod in its last attempt.
 *
 * @param unschedulable those that found it unschedulable
 * @param holding those that hold it back until they say so; it is then tried without backoff
 */
public record Rejectors(SortedSet<String> unschedulable, SortedSet<String> holding) {

  /** No plugin: the attempt failed by an error and is repeated. */
  public static final Rejectors NONE = new Rejectors(new TreeSet<>(), new TreeSet<>());

  public Rejectors {
    unschedulable = Collections.unmodifiableSortedSet(new TreeSet<>(unschedulable));
    holding = Collections.unmodifiableSortedSet(new TreeSet<>(holding));
  }

  public static Rejectors of(Collection<String> unschedulable, Collection<String> holding) {
    return new Rejectors(new TreeSet<>(unschedulable), new TreeSet<>(holding));
  }

  /** Plugins that found the pod unschedulable. */
  public static Rejectors of(String... unschedulable) {
    return of(Set.of(unschedulable), Set.of());
  }

  public boolean isEmpty() {
    return unschedulable.isEmpty() && holding.isEmpty();
  }

  /** These and one that keeps the pod out of the queue. */
  Rejectors and(String plugin) {
    if (unschedulable.contains(plugin)) {
      return this;
    }
    var more = new TreeSet<>(unschedulable);
    more.add(plugin);
    return new Rejectors(more, holding);
  }
}
