package io.merapi.kube.framework;

import org.jspecify.annotations.Nullable;

/**
 * What came of the post-filters.
 *
 * @param nominatedNode the node where room is made; empty clears the pod's nomination, null leaves
 *     it
 * @param lasting as in {@link io.merapi.api.framework.PostFilterPlugin.PostFilterResult}
 */
public record PostFilterOutcome(
    PluginVerdict result, @Nullable String nominatedNode, boolean lasting) {

  /** An outcome that is for one pod and one attempt. */
  PostFilterOutcome(PluginVerdict result, @Nullable String nominatedNode) {
    this(result, nominatedNode, false);
  }
}
