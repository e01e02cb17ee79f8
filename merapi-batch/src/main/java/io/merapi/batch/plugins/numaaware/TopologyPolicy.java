package io.merapi.batch.plugins.numaaware;

/** How strictly a node keeps the CPUs of a container together; the kubelet's policies. */
enum TopologyPolicy {
  /** Not at all. Also any word that nobody knows. */
  NONE("none"),
  /** As well as it can. */
  BEST_EFFORT("best-effort"),
  /** On as few NUMA nodes as possible, or it does not take the container. */
  RESTRICTED("restricted"),
  /** On one NUMA node, or it does not take the container. */
  SINGLE_NUMA_NODE("single-numa-node");

  private final String text;

  TopologyPolicy(String text) {
    this.text = text;
  }

  static TopologyPolicy of(String text) {
    for (TopologyPolicy policy : values()) {
      if (policy.text.equals(text)) {
        return policy;
      }
    }
    return NONE;
  }

  /** Whether a pod or a node that names this policy wants something. */
  static boolean isStated(String text) {
    return !text.isEmpty() && !text.equals(NONE.text);
  }

  /** Whether a container with this best affinity is taken. */
  boolean admits(NumaAffinity affinity) {
    return switch (this) {
      case NONE, BEST_EFFORT -> true;
      case RESTRICTED -> affinity.preferred();
      case SINGLE_NUMA_NODE ->
          affinity.preferred() && (!affinity.wanted() || affinity.nodes().size() == 1);
    };
  }
}
