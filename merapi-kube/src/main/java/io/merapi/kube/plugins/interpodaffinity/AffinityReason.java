package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A rule between pods that a node breaks.
 *
 * @param domain the node's domain of the topology; absent where the node has none
 */
record AffinityReason(Rule rule, String topologyKey, @Nullable String domain) implements Reason {

  /** Whose rule it is. */
  enum Rule {
    /** The pod wants to be near others. */
    AFFINITY(
        "PodAffinityRulesNotMatch",
        "node(s) didn't match pod affinity rules",
        "no pod that the pod must be near is in %s=%s"),
    /** The pod wants to be away from others. */
    ANTI_AFFINITY(
        "PodAntiAffinityRulesNotMatch",
        "node(s) didn't match pod anti-affinity rules",
        "a pod that the pod must be away from is in %s=%s"),
    /** Another pod wants to be away from it. */
    EXISTING_ANTI_AFFINITY(
        "ExistingPodsAntiAffinityRulesNotMatch",
        "node(s) didn't satisfy existing pods anti-affinity rules",
        "a pod in %s=%s must be away from the pod");

    private final String code;
    private final String summary;
    private final String detail;

    Rule(String code, String summary, String detail) {
      this.code = code;
      this.summary = summary;
      this.detail = detail;
    }
  }

  /** The rejection; only the pod's own affinity cannot be met by evicting other pods. */
  Verdict verdict() {
    return rule == Rule.AFFINITY ? Verdict.unresolvable(this) : Verdict.unschedulable(this);
  }

  boolean is(Rule otherRule, String otherKey, @Nullable String otherDomain) {
    return rule == otherRule && topologyKey.equals(otherKey) && Objects.equals(domain, otherDomain);
  }

  @Override
  public String code() {
    return rule.code;
  }

  @Override
  public String summary() {
    return rule.summary;
  }

  @Override
  public String detail() {
    return domain == null
        ? "no label %s".formatted(topologyKey)
        : rule.detail.formatted(topologyKey, domain);
  }
}
