package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.framework.Verdict;
import io.merapi.kube.plugins.interpodaffinity.AffinityReason.Rule;
import org.jspecify.annotations.Nullable;

/**
 * The rejections that were made last: a zone that is out of question is so for one pod after the
 * other, and need not be said anew each time. Several threads may ask at once; what each of them
 * gets is right, whichever of them is remembered.
 */
final class BrokenRules {

  private static final int REMEMBERED = 8;

  private final @Nullable Rejection[] last = new @Nullable Rejection[REMEMBERED];

  /**
   * The rejection of a node for a rule.
   *
   * @param domain the node's domain of the topology; absent where the node has none
   */
  Verdict reject(Rule rule, String topologyKey, @Nullable String domain) {
    int place = domain == null ? 0 : Math.floorMod(domain.hashCode(), REMEMBERED);
    Rejection known = last[place];
    if (known == null || !known.reason.is(rule, topologyKey, domain)) {
      var reason = new AffinityReason(rule, topologyKey, domain);
      known = new Rejection(reason, reason.verdict());
      last[place] = known;
    }
    return known.verdict;
  }

  private record Rejection(AffinityReason reason, Verdict verdict) {}
}
