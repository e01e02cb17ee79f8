package io.merapi.batch.plugins.resourcestrategyfit;

import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.resource.Resources;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The score that keeps tasks off nodes with scarce resources that they do not need ({@code sra}).
 *
 * @param weight of the score; with 0 there is none, and 0 it is unless the file says otherwise
 * @param resources the scarce resources with the weight of each, in the order of the file
 * @param weightSum of the resources as listed, a resource listed twice counting twice
 */
public record ScarceResources(long weight, Map<String, Long> resources, long weightSum) {

  public static final ScarceResources OFF = new ScarceResources(0, Map.of(), 0);

  private static final long DEFAULT_WEIGHT = 1;

  public ScarceResources {
    resources = Collections.unmodifiableMap(new LinkedHashMap<>(resources));
  }

  static ScarceResources bind(Arguments in) {
    boolean enabled = in.flag(in.spelled("enable")).or(false);
    // One that cannot be read is refused; that it is 0 must not be said on top.
    long weight = in.integer(in.spelled("weight")).or(0L, 1L);
    Arguments weights = in.object(in.spelled("resourceWeight"));
    var resources = new LinkedHashMap<String, Long>();
    long sum = 0;
    for (String resource : in.words(in.spelled("resources"))) {
      long one = weights.integer(resource).should(value -> value >= 0, "be at least 0").or(1L);
      one = one < 0 ? DEFAULT_WEIGHT : one;
      resources.put(resource, one);
      sum += one;
    }
    // Upstream decodes every value, also that of a resource which is not listed.
    weights.keys().stream()
        .filter(key -> !resources.containsKey(key))
        .forEach(key -> {
          weights.integer(key).or(0L);
          weights.report(key, ProblemKind.POINTLESS, "is no resource that resources lists");
        });
    if (!enabled) {
      return OFF;
    }
    if (weight <= 0) {
      in.report(
          in.spelled("weight"),
          ProblemKind.POINTLESS,
          "(%d) must be at least 1: otherwise there is no score".formatted(weight));
    }
    return new ScarceResources(weight, resources, sum);
  }

  /**
   * The score of a node: the less of the scarce resources it has, by their weights, the higher; 0
   * where it lacks a resource that is requested.
   */
  double score(Resources request, Resources allocatable) {
    for (int i = 0; i < request.dimensionCount(); i++) {
      int id = request.dimensionId(i);
      if (request.get(id) >= Resources.EPSILON && allocatable.get(id) == 0) {
        return 0;
      }
    }
    if (weightSum <= 0) {
      return 0;
    }
    double present = 0;
    for (var resource : resources.entrySet()) {
      if (allocatable.get(allocatable.dictionary().find(resource.getKey())) > 0) {
        present += resource.getValue();
      }
    }
    return (1 - present / weightSum) * (ScorePlugin.MAX_SCORE * weight);
  }
}
