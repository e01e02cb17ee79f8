package io.merapi.batch.actions.preempt;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code preempt} action reads from its configuration.
 *
 * @param predicateErrorCache whether a predicate's refusal is remembered for the other tasks of the
 *     same kind
 * @param topologyAware whether victims are found by trying the placement on candidate nodes, as
 *     kube-scheduler does
 * @param workers how many candidate nodes are tried at a time; decisions do not depend on it
 * @param minCandidatesPercentage the share of the nodes that are tried, in percent
 * @param minCandidates the least number of nodes that are tried, if there are so many
 * @param maxCandidates the largest number of nodes that are tried; it wins over the other two
 */
public record PreemptArgs(
    boolean predicateErrorCache,
    boolean topologyAware,
    long workers,
    long minCandidatesPercentage,
    long minCandidates,
    long maxCandidates) {

  public static final PreemptArgs DEFAULTS = new PreemptArgs(true, false, 16, 10, 1, 100);

  public static PreemptArgs bind(Arguments in) {
    return new PreemptArgs(
        in.flag("predicateErrorCacheEnable").or(DEFAULTS.predicateErrorCache),
        in.flag("enableTopologyAwarePreemption").or(DEFAULTS.topologyAware),
        positive(in, "topologyAwarePreemptWorkerNum", DEFAULTS.workers),
        in.integer("minCandidateNodesPercentage")
            .should(percent -> percent >= 0 && percent <= 100, "be between 0 and 100")
            .or(DEFAULTS.minCandidatesPercentage),
        in.integer("minCandidateNodesAbsolute")
            .should(count -> count >= 0, "be at least 0")
            .or(DEFAULTS.minCandidates),
        positive(in, "maxCandidateNodesAbsolute", DEFAULTS.maxCandidates));
  }

  private static long positive(Arguments in, String key, long byDefault) {
    return in.integer(key).should(count -> count >= 1, "be at least 1").or(byDefault);
  }
}
