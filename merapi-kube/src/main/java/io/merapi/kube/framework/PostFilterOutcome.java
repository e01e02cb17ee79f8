package io.merapi.kube.framework;

import org.jspecify.annotations.Nullable;

/**
 * What came of the post-filters.
 *
 * @param nominatedNode the node where room is made; empty clears the pod's nomination, null leaves
 *     it
 */
public record PostFilterOutcome(PluginVerdict result, @Nullable String nominatedNode) {}
