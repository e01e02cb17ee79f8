package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.Int32;

/**
 * How much the affinity of other pods counts.
 *
 * @param hardPodAffinityWeight the score that a required term of an existing pod gives to nodes
 *     near it; 0 to 100
 * @param ignorePreferredTermsOfExistingPods whether preferred terms of existing pods count only for
 *     incoming pods that have affinity themselves
 */
public record InterPodAffinityArgs(
    int hardPodAffinityWeight, boolean ignorePreferredTermsOfExistingPods) {

  public static final InterPodAffinityArgs DEFAULTS = new InterPodAffinityArgs(1, false);

  public static InterPodAffinityArgs bind(Arguments in) {
    String key = "hardPodAffinityWeight";
    int weight = Int32.read(in, key, DEFAULTS.hardPodAffinityWeight);
    if (weight < 0 || weight > 100) {
      in.report(
          key, ProblemKind.INVALID, FieldErrors.invalid(weight, "not in valid range [0, 100]"));
    }
    return new InterPodAffinityArgs(
        weight,
        in.flag("ignorePreferredTermsOfExistingPods")
            .or(DEFAULTS.ignorePreferredTermsOfExistingPods));
  }
}
