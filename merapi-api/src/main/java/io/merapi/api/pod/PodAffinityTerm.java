package io.merapi.api.pod;

import io.merapi.api.selector.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pods with certain labels, in certain namespaces, in the same topology domain.
 *
 * @param labelSelector absent matches no pod
 * @param namespaceSelector absent adds no namespace; empty adds all
 * @param namespaces together with an absent selector, an empty list means the pod's own
 */
public record PodAffinityTerm(
    @Nullable LabelSelector labelSelector,
    List<String> namespaces,
    @Nullable LabelSelector namespaceSelector,
    String topologyKey,
    List<String> matchLabelKeys,
    List<String> mismatchLabelKeys) {

  public PodAffinityTerm {
    namespaces = List.copyOf(namespaces);
    matchLabelKeys = List.copyOf(matchLabelKeys);
    mismatchLabelKeys = List.copyOf(mismatchLabelKeys);
  }
}
