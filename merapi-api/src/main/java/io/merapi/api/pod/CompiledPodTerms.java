package io.merapi.api.pod;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All terms of affinity and anti-affinity of a pod to other pods, compiled once for its class.
 *
 * <p>A list with a term that cannot be compiled is empty as a whole, and the terms have an error:
 * such a pod is not scheduled, but if it runs already, its other lists count. Upstream counterpart:
 * the terms of {@code framework.PodInfo}.
 *
 * @param error what is wrong, in upstream's words; absent where nothing is
 */
public record CompiledPodTerms(
    List<CompiledPodTerm> requiredAffinity,
    List<CompiledPodTerm> requiredAntiAffinity,
    List<Weighted> preferredAffinity,
    List<Weighted> preferredAntiAffinity,
    @Nullable String error) {

  public static final CompiledPodTerms NONE =
      new CompiledPodTerms(List.of(), List.of(), List.of(), List.of(), null);

  public CompiledPodTerms {
    requiredAffinity = List.copyOf(requiredAffinity);
    requiredAntiAffinity = List.copyOf(requiredAntiAffinity);
    preferredAffinity = List.copyOf(preferredAffinity);
    preferredAntiAffinity = List.copyOf(preferredAntiAffinity);
  }

  /** A preferred term with its weight. */
  public record Weighted(int weight, CompiledPodTerm term) {}

  /**
   * Compiles the terms of a pod.
   *
   * @param namespace of the pod
   */
  public static CompiledPodTerms of(String namespace, Affinity affinity) {
    Affinity.PodTerms near = affinity.podAffinity();
    Affinity.PodTerms away = affinity.podAntiAffinity();
    if (near.isEmpty() && away.isEmpty()) {
      return NONE;
    }
    var errors = new ArrayList<String>();
    return new CompiledPodTerms(
        compiled("requiredAffinityTerms", namespace, near.required(), errors),
        compiled("requiredAntiAffinityTerms", namespace, away.required(), errors),
        weighted("preferredAffinityTerms", namespace, near.preferred(), errors),
        weighted("preferredAntiAffinityTerms", namespace, away.preferred(), errors),
        aggregate(errors));
  }

  private static List<CompiledPodTerm> compiled(
      String list, String namespace, List<PodAffinityTerm> terms, List<String> errors) {
    var compiled = new ArrayList<CompiledPodTerm>(terms.size());
    for (PodAffinityTerm term : terms) {
      CompiledPodTerm one = CompiledPodTerm.of(namespace, term);
      String error = one.error();
      if (error != null) {
        errors.add(list + ": " + error);
        return List.of();
      }
      compiled.add(one);
    }
    return compiled;
  }

  private static List<Weighted> weighted(
      String list, String namespace, List<Affinity.WeightedTerm> terms, List<String> errors) {
    List<CompiledPodTerm> compiled =
        compiled(list, namespace, terms.stream().map(Affinity.WeightedTerm::term).toList(), errors);
    var weighted = new ArrayList<Weighted>(compiled.size());
    for (int i = 0; i < compiled.size(); i++) {
      weighted.add(new Weighted(terms.get(i).weight(), compiled.get(i)));
    }
    return weighted;
  }

  private static @Nullable String aggregate(List<String> errors) {
    return switch (errors.size()) {
      case 0 -> null;
      case 1 -> errors.getFirst();
      default -> "[" + String.join(", ", errors) + "]";
    };
  }
}
