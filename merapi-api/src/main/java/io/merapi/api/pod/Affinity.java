package io.merapi.api.pod;

import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a pod wants to be, by labels of nodes and by pods already there.
 *
 * @param requiredNodes absent where the object does not say; present without terms, it matches no
 *     node
 */
public record Affinity(
    @Nullable NodeSelector requiredNodes,
    List<PreferredNodes> preferredNodes,
    PodTerms podAffinity,
    PodTerms podAntiAffinity) {

  public static final Affinity NONE = new Affinity(null, List.of(), PodTerms.NONE, PodTerms.NONE);

  public Affinity {
    preferredNodes = List.copyOf(preferredNodes);
  }

  /** Nodes that the pod would rather have. */
  public record PreferredNodes(int weight, NodeSelectorTerm term) {}

  /** Pods that the pod must, or would rather, be near to or away from. */
  public record PodTerms(List<PodAffinityTerm> required, List<WeightedTerm> preferred) {

    public static final PodTerms NONE = new PodTerms(List.of(), List.of());

    public PodTerms {
      required = List.copyOf(required);
      preferred = List.copyOf(preferred);
    }

    public boolean isEmpty() {
      return required.isEmpty() && preferred.isEmpty();
    }
  }

  /** A pod term with its weight. */
  public record WeightedTerm(int weight, PodAffinityTerm term) {}
}
