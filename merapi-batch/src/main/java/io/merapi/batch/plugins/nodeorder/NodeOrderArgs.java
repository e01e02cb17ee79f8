package io.merapi.batch.plugins.nodeorder;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code nodeorder} plugin reads from its arguments: the weight of each score that it
 * takes over from kube-scheduler. A weight below 0 turns a preference around, as upstream lets it.
 */
public record NodeOrderArgs(
    long nodeAffinity,
    long podAffinity,
    long leastRequested,
    long mostRequested,
    long balancedResource,
    long taintToleration,
    long imageLocality,
    long podTopologySpread) {

  public static final NodeOrderArgs DEFAULTS = new NodeOrderArgs(2, 2, 1, 0, 1, 3, 1, 2);

  public static NodeOrderArgs bind(Arguments in) {
    return new NodeOrderArgs(
        weight(in, "nodeaffinity.weight", DEFAULTS.nodeAffinity),
        weight(in, "podaffinity.weight", DEFAULTS.podAffinity),
        weight(in, "leastrequested.weight", DEFAULTS.leastRequested),
        weight(in, "mostrequested.weight", DEFAULTS.mostRequested),
        weight(in, "balancedresource.weight", DEFAULTS.balancedResource),
        weight(in, "tainttoleration.weight", DEFAULTS.taintToleration),
        weight(in, "imagelocality.weight", DEFAULTS.imageLocality),
        weight(in, "podtopologyspread.weight", DEFAULTS.podTopologySpread));
  }

  private static long weight(Arguments in, String key, long byDefault) {
    return in.integer(key).should(weight -> weight >= 0, "be at least 0").or(byDefault);
  }
}
