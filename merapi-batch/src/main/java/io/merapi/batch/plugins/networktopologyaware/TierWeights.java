package io.merapi.batch.plugins.networktopologyaware;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much each tier counts for tasks without a network topology.
 *
 * <p>Tier 1 counts 1, and every further tier so much less as the fading says. Tiers between the
 * lowest and the highest that no domain has count too, as if every node filled them.
 */
final class TierWeights {

  private final Map<Integer, Double> byTier = new HashMap<>();
  private final double total;
  private final double ofEmptyTiers;

  TierWeights(List<Integer> tiers, double fading) {
    double sum = 0;
    double empty = 0;
    for (long tier = tiers.getFirst(); tier <= tiers.getLast(); tier++) {
      double weight = Math.pow(fading, (double) (tier - 1));
      if (weight == 0) {
        // Nor do the tiers above it weigh anything.
        break;
      }
      sum += weight;
      if (tiers.contains((int) tier)) {
        byTier.put((int) tier, weight);
      } else {
        empty += weight;
      }
    }
    this.total = sum;
    this.ofEmptyTiers = empty;
  }

  double of(int tier) {
    return byTier.getOrDefault(tier, 0.0);
  }

  double total() {
    return total;
  }

  double ofEmptyTiers() {
    return ofEmptyTiers;
  }
}
