package io.merapi.batch.plugins.networktopologyaware;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.batch.plugins.networktopologyaware.DomainLedger.Domain;
import java.util.Arrays;

/** Says how full a request would make a domain of the network. */
final class Packing {

  private static final long NOT_COUNTED = -1;

  /** The weight of each resource by its number in the dictionary. */
  private final long[] weights;

  Packing(NetworkTopologyAwareArgs args, ResourceDictionary dictionary) {
    this.weights = new long[dictionary.size()];
    Arrays.setAll(
        weights, id -> args.resourceWeights().getOrDefault(dictionary.name(id), NOT_COUNTED));
    weights[ResourceDictionary.CPU] = args.cpuWeight();
    weights[ResourceDictionary.MEMORY] = args.memoryWeight();
  }

  /**
   * The weighted mean, over the counted resources of a request, of the part of the domain that
   * would be in use: from 0 to 1, and 0 where one of them does not suffice. Unlike on a node, a
   * resource of weight 0 must suffice too.
   */
  double score(Resources request, Domain domain) {
    double score = 0;
    long weightSum = 0;
    for (int i = 0; i < request.dimensionCount(); i++) {
      int id = request.dimensionId(i);
      double requested = request.get(id);
      if (requested < Resources.EPSILON || weights[id] == NOT_COUNTED) {
        continue;
      }
      double filled = domain.used(id) + requested;
      double allocatable = domain.allocatable().get(id);
      if (filled > allocatable) {
        return 0;
      }
      score += weights[id] * (filled / allocatable);
      weightSum += weights[id];
    }
    return weightSum > 0 ? score / weightSum : 0;
  }
}
