package io.merapi.batch.plugins.networktopologyaware;

import io.merapi.api.plugin.Arguments;
import io.merapi.batch.plugins.binpack.BinpackArgs;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the {@code network-topology-aware} plugin reads from its arguments.
 *
 * @param weight of the plugin's scores
 * @param cpuWeight of cpu when hyper nodes are packed
 * @param memoryWeight of memory when hyper nodes are packed
 * @param resourceWeights of the other resources that count, in the order of the file
 * @param packNormalPods whether pods without a network topology are packed into hyper nodes too
 * @param fading how much less each tier counts than the one below it, for those pods
 * @param maxHyperNodesForEviction how many hyper nodes are searched for victims
 */
public record NetworkTopologyAwareArgs(
    long weight,
    long cpuWeight,
    long memoryWeight,
    Map<String, Long> resourceWeights,
    boolean packNormalPods,
    double fading,
    long maxHyperNodesForEviction) {

  public static final NetworkTopologyAwareArgs DEFAULTS =
      new NetworkTopologyAwareArgs(1, 1, 1, Map.of(), true, 0.8, 8);

  public NetworkTopologyAwareArgs {
    resourceWeights = Collections.unmodifiableMap(new LinkedHashMap<>(resourceWeights));
  }

  public static NetworkTopologyAwareArgs bind(Arguments in) {
    return new NetworkTopologyAwareArgs(
        in.integer("weight").atLeast(0).or(DEFAULTS.weight),
        in.integer("hypernode.binpack.cpu").atLeast(0).or(DEFAULTS.cpuWeight),
        in.integer("hypernode.binpack.memory").atLeast(0).or(DEFAULTS.memoryWeight),
        BinpackArgs.listedWeights(in, "hypernode.binpack.resources"),
        in.flag("hypernode.binpack.normal-pod.enable").or(DEFAULTS.packNormalPods),
        // Not "at least 0", which upstream's comparison lets not-a-number pass.
        in.number("hypernode.binpack.normal-pod.fading")
            .where(fading -> !(fading < 0), "be at least 0")
            .or(DEFAULTS.fading),
        in.integer("hypernode.gradient.evict.max-hypernodes")
            .atLeast(1)
            .or(DEFAULTS.maxHyperNodesForEviction));
  }
}
