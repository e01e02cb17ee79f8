package io.merapi.batch.plugins.networktopologyaware;

import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.batch.plugins.networktopologyaware.DomainLedger.Domain;
import java.util.Arrays;

/**
 * How close domains of the network are to one that holds tasks already: 1 within the same domain,
 * down to 0 the higher the domain is that both are in.
 */
final class Closeness {

  private final HyperNodes hyperNodes;
  private final int lowestTier;
  private final int highestTier;

  /** By the index of a domain, as far as it is known; one task of a job asks after the other. */
  private final double[] known;

  private String knownFor = "";

  /**
   * @param domains how many there are
   */
  Closeness(HyperNodes hyperNodes, int domains) {
    this.hyperNodes = hyperNodes;
    this.lowestTier = hyperNodes.tiers().getFirst();
    this.highestTier = hyperNodes.tiers().getLast();
    this.known = new double[domains];
    Arrays.fill(known, Double.NaN);
  }

  /**
   * The closeness of a domain.
   *
   * @param allocated the domain that holds tasks already
   */
  double between(Domain domain, String allocated) {
    if (!allocated.equals(knownFor)) {
      Arrays.fill(known, Double.NaN);
      knownFor = allocated;
    }
    if (Double.isNaN(known[domain.index()])) {
      known[domain.index()] = closeness(domain.info().name(), allocated);
    }
    return known[domain.index()];
  }

  private double closeness(String domain, String allocated) {
    if (domain.equals(allocated)) {
      return 1;
    }
    HyperNodeInfo common = hyperNodes.named(hyperNodes.lowestCommon(domain, allocated));
    if (common == null) {
      return 0;
    }
    if (lowestTier == highestTier) {
      return 1;
    }
    return common.tier() < lowestTier || common.tier() > highestTier
        ? 0
        : (double) (highestTier - common.tier()) / (highestTier - lowestTier);
  }
}
