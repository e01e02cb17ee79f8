package io.merapi.api.selector;

import io.merapi.api.meta.Labels;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a pod may go to by its {@code nodeSelector} and its required node affinity.
 *
 * <p>Upstream counterpart: {@code nodeaffinity.RequiredNodeAffinity}.
 */
public final class CompiledNodeAffinity {

  /** Allows every node. */
  public static final CompiledNodeAffinity ANY =
      new CompiledNodeAffinity(CompiledSelector.EVERYTHING, null);

  private final CompiledSelector labels;
  private final @Nullable CompiledNodeSelector required;

  private CompiledNodeAffinity(CompiledSelector labels, @Nullable CompiledNodeSelector required) {
    this.labels = labels;
    this.required = required;
  }

  /**
   * Both conditions, of which either may be missing.
   *
   * @param nodeSelector absent where the pod has none
   * @param required absent where the pod has no required node affinity
   */
  public static CompiledNodeAffinity of(
      @Nullable Labels nodeSelector, @Nullable NodeSelector required) {
    boolean anyLabels = nodeSelector == null || nodeSelector.isEmpty();
    if (anyLabels && required == null) {
      return ANY;
    }
    return new CompiledNodeAffinity(
        nodeSelector == null
            ? CompiledSelector.EVERYTHING
            : CompiledSelector.ofLabels(nodeSelector),
        required == null ? null : CompiledNodeSelector.of(required));
  }

  public boolean matches(Labels nodeLabels, String nodeName) {
    return labels.matches(nodeLabels)
        && (required == null || required.matches(nodeLabels, nodeName));
  }

  /**
   * What is wrong with the affinity, in upstream's words; null if nothing is. Upstream reports it
   * for nodes that satisfy the {@code nodeSelector} while no term matches.
   */
  public @Nullable String error() {
    return required == null ? null : required.error();
  }
}
