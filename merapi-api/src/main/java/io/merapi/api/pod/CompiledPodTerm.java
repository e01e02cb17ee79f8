package io.merapi.api.pod;

import io.merapi.api.meta.Labels;
import io.merapi.api.selector.CompiledSelector;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A term of affinity or anti-affinity between pods, ready to be matched without allocating.
 *
 * <p>Upstream counterpart: {@code framework.AffinityTerm}.
 *
 * @param selector the pods that are meant, by their labels
 * @param namespaces the namespaces that the term lists, or that of its own pod where it names none
 * @param namespaceSelector further namespaces, by their labels
 */
public record CompiledPodTerm(
    String topologyKey,
    CompiledSelector selector,
    Set<String> namespaces,
    CompiledSelector namespaceSelector) {

  public CompiledPodTerm {
    namespaces =
        namespaces.size() < 2
            ? Set.copyOf(namespaces)
            : Collections.unmodifiableSet(new HashSet<>(namespaces));
  }

  /**
   * Compiles a term. Its match and mismatch label keys are not looked at: the API server has
   * written what they mean into the label selector.
   *
   * @param namespace of the pod whose term it is
   */
  static CompiledPodTerm of(String namespace, PodAffinityTerm term) {
    boolean namesNone = term.namespaces().isEmpty() && term.namespaceSelector() == null;
    return new CompiledPodTerm(
        term.topologyKey(),
        CompiledSelector.of(term.labelSelector()),
        namesNone ? Set.of(namespace) : new HashSet<>(term.namespaces()),
        CompiledSelector.of(term.namespaceSelector()));
  }

  /**
   * Whether a pod is meant.
   *
   * @param namespaceLabels the labels of the pod's namespace
   */
  public boolean matches(Pod pod, Labels namespaceLabels) {
    return (namespaces.contains(pod.namespace()) || namespaceSelector.matches(namespaceLabels))
        && selector.matches(pod.meta().labels());
  }

  /** Why the term could not be compiled, in upstream's words; null if it could. */
  @Nullable String error() {
    return selector.error() != null ? selector.error() : namespaceSelector.error();
  }

  /** The same term, listing more namespaces. */
  public CompiledPodTerm alsoIn(Collection<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    var all = new HashSet<>(namespaces);
    all.addAll(more);
    return new CompiledPodTerm(topologyKey, selector, all, namespaceSelector);
  }
}
