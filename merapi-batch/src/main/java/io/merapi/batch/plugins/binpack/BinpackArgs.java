package io.merapi.batch.plugins.binpack;

import io.merapi.api.plugin.Arguments;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the {@code binpack} plugin reads from its arguments.
 *
 * @param weight of the plugin's score; with 0 it does not score at all
 * @param resources the weight of each resource within the score: those that {@code
 *     binpack.resources} lists in its order, then {@code cpu} and {@code memory}
 */
public record BinpackArgs(long weight, Map<String, Long> resources) {

  public static final BinpackArgs DEFAULTS =
      new BinpackArgs(1, resources(new LinkedHashMap<>(), 1, 1));

  private static final long DEFAULT_WEIGHT = 1;

  public BinpackArgs {
    resources = Collections.unmodifiableMap(new LinkedHashMap<>(resources));
  }

  public static BinpackArgs bind(Arguments in) {
    return new BinpackArgs(
        in.integer("binpack.weight")
            .should(weight -> weight >= 0, "be at least 0")
            .or(DEFAULTS.weight),
        resources(
            listedWeights(in, "binpack.resources"),
            weight(in, "binpack.cpu"),
            weight(in, "binpack.memory")));
  }

  /**
   * The weights of the resources that a comma-separated argument lists; the weight of each stands
   * under a key of its own, the list's key followed by a dot and the resource.
   */
  public static Map<String, Long> listedWeights(Arguments in, String key) {
    var weights = new LinkedHashMap<String, Long>();
    for (String resource : in.words(key)) {
      weights.put(resource, weight(in, key + "." + resource));
    }
    return weights;
  }

  private static Map<String, Long> resources(Map<String, Long> listed, long cpu, long memory) {
    // cpu and memory have keys of their own, which win over their being listed.
    listed.put("cpu", cpu);
    listed.put("memory", memory);
    return listed;
  }

  private static long weight(Arguments in, String key) {
    return in.integer(key).atLeast(0).or(DEFAULT_WEIGHT);
  }
}
