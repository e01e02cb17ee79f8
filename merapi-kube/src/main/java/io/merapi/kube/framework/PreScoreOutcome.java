package io.merapi.kube.framework;

import java.util.SortedSet;

/**
 * What came of the pre-scores.
 *
 * @param skipped the plugins whose score is left out for the pod, as far as the run came; not
 *     copied, and not to be changed any more
 */
public record PreScoreOutcome(PluginVerdict result, SortedSet<String> skipped) {}
