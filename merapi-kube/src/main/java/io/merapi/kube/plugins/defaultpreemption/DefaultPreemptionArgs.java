package io.merapi.kube.plugins.defaultpreemption;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.Int32;

/**
 * With how many candidate nodes a search for victims is content: the larger of the two counts.
 *
 * @param minCandidateNodesPercentage of the nodes that eviction might help
 * @param minCandidateNodesAbsolute a number of nodes
 */
public record DefaultPreemptionArgs(
    int minCandidateNodesPercentage, int minCandidateNodesAbsolute) {

  public static final DefaultPreemptionArgs DEFAULTS = new DefaultPreemptionArgs(10, 100);

  private static final String PERCENTAGE = "minCandidateNodesPercentage";
  private static final String ABSOLUTE = "minCandidateNodesAbsolute";

  public static DefaultPreemptionArgs bind(Arguments in) {
    int percentage = Int32.read(in, PERCENTAGE, DEFAULTS.minCandidateNodesPercentage);
    int absolute = Int32.read(in, ABSOLUTE, DEFAULTS.minCandidateNodesAbsolute);
    if (percentage < 0 || percentage > 100) {
      invalid(in, PERCENTAGE, percentage, "not in valid range [0, 100]");
    }
    if (absolute < 0) {
      invalid(in, ABSOLUTE, absolute, "not in valid range [0, inf)");
    }
    if (percentage == 0 && absolute == 0) {
      invalid(in, PERCENTAGE, percentage, "cannot be zero at the same time as " + ABSOLUTE);
      invalid(in, ABSOLUTE, absolute, "cannot be zero at the same time as " + PERCENTAGE);
    }
    return new DefaultPreemptionArgs(percentage, absolute);
  }

  /** How many candidates to look for among nodes that eviction might help; at most all of them. */
  int candidates(int nodes) {
    int share = nodes * minCandidateNodesPercentage / 100;
    return Math.min(Math.max(share, minCandidateNodesAbsolute), nodes);
  }

  private static void invalid(Arguments in, String key, int value, String detail) {
    in.report(key, ProblemKind.INVALID, FieldErrors.invalid(value, detail));
  }
}
