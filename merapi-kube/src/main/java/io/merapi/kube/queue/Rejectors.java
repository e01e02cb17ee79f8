package io.merapi.kube.queue;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The plugins that stood against a pod in its last attempt; immutable.
 *
 * <p>Implementation note: pods are kept by them, so they know their hash.
 */
public final class Rejectors {

  /** No plugin: the attempt failed by an error and is repeated. */
  public static final Rejectors NONE = of(Set.of(), Set.of());

  private final SortedSet<String> unschedulable;
  private final SortedSet<String> holding;
  private final int hash;

  private Rejectors(SortedSet<String> unschedulable, SortedSet<String> holding) {
    this.unschedulable = Collections.unmodifiableSortedSet(unschedulable);
    this.holding = Collections.unmodifiableSortedSet(holding);
    this.hash = 31 * unschedulable.hashCode() + holding.hashCode();
  }

  public static Rejectors of(Collection<String> unschedulable, Collection<String> holding) {
    return new Rejectors(new TreeSet<>(unschedulable), new TreeSet<>(holding));
  }

  /** Plugins that found the pod unschedulable. */
  public static Rejectors of(String... unschedulable) {
    return of(Set.of(unschedulable), Set.of());
  }

  /** Those that found the pod unschedulable. */
  public SortedSet<String> unschedulable() {
    return unschedulable;
  }

  /** Those that hold the pod back until they say so; it is then tried without backoff. */
  public SortedSet<String> holding() {
    return holding;
  }

  /** Those that hold the pod back and did not find it unschedulable too. */
  SortedSet<String> onlyHolding() {
    if (holding.isEmpty()) {
      return holding;
    }
    var rest = new TreeSet<>(holding);
    rest.removeAll(unschedulable);
    return rest;
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
    return new Rejectors(more, new TreeSet<>(holding));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Rejectors that
            && hash == that.hash
            && unschedulable.equals(that.unschedulable)
            && holding.equals(that.holding));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "Rejectors[unschedulable=" + unschedulable + ", holding=" + holding + "]";
  }
}
