package io.merapi.batch.plugins.resourcestrategyfit;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the {@code resource-strategy-fit} plugin reads from its arguments.
 *
 * @param weight of the score by strategies; with 0 there is none
 * @param resources the strategy of each resource, or of all resources that begin alike ({@code
 *     nvidia.com/*}), in the order of the file
 */
public record ResourceStrategyFitArgs(
    long weight,
    Map<String, ResourceStrategy> resources,
    ScarceResources scarce,
    Proportional proportional) {

  public static final ResourceStrategyFitArgs DEFAULTS =
      new ResourceStrategyFitArgs(10, defaultResources(), ScarceResources.OFF, Proportional.OFF);

  public ResourceStrategyFitArgs {
    resources = Collections.unmodifiableMap(new LinkedHashMap<>(resources));
  }

  public static ResourceStrategyFitArgs bind(Arguments in) {
    long weight =
        in.decoded()
            .integer("resourceStrategyFitWeight")
            .should(value -> value >= 0, "be at least 0")
            .or(DEFAULTS.weight);
    return new ResourceStrategyFitArgs(
        weight < 0 ? DEFAULTS.weight : weight,
        resources(in.decoded().object("resources")),
        ScarceResources.bind(in.decoded().object("sra")),
        Proportional.bind(in.decoded().object("proportional")));
  }

  private static Map<String, ResourceStrategy> resources(Arguments in) {
    var resources = new LinkedHashMap<String, ResourceStrategy>();
    for (String name : in.keys()) {
      ResourceStrategy strategy = ResourceStrategy.bind(in.object(name));
      if (isPattern(name)) {
        resources.put(name, strategy);
      } else {
        in.report(
            name,
            ProblemKind.INVALID,
            "must be a resource, or the beginning of one with a single asterisk at its end");
      }
    }
    // Patterns that are all wrong leave nothing, whereas no pattern at all means the default.
    return in.keys().isEmpty() ? defaultResources() : resources;
  }

  private static boolean isPattern(String name) {
    int asterisk = name.indexOf('*');
    return asterisk < 0 || (asterisk > 0 && asterisk == name.length() - 1);
  }

  private static Map<String, ResourceStrategy> defaultResources() {
    var resources = new LinkedHashMap<String, ResourceStrategy>();
    resources.put("cpu", ResourceStrategy.DEFAULT);
    resources.put("memory", ResourceStrategy.DEFAULT);
    return resources;
  }
}
