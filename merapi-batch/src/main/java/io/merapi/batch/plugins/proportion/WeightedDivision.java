package io.merapi.batch.plugins.proportion;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Divides the cluster among queues by weight, as upstream does it.
 *
 * <p>Implementation note: in each round what is left is divided by weight, each queue keeps what it
 * can use of its part but gets at least its guarantee, and what all of them leave goes into the
 * next round. A queue takes no further part once it has all it asks for, or when a round gave it
 * nothing more. It ends when nothing is left, or when a round changed nothing. What is left shrinks
 * with every round at least by the part of a queue that could still use some, so rounds are few.
 *
 * <p>Kept from upstream: a guarantee is given even where nobody asks for it or where it is above
 * the queue's capability; pods alone are not worth another round; weight 0 gives nothing, and if
 * all weights are 0 not even guarantees count. {@link FairDivision} does better.
 */
final class WeightedDivision {

  private final List<Claim> claims;
  private final List<Resources> deserved;
  private final boolean[] met;
  private Resources remaining;

  private WeightedDivision(Resources total, List<Claim> claims) {
    this.claims = claims;
    this.deserved =
        new ArrayList<>(Collections.nCopies(claims.size(), Resources.none(total.dictionary())));
    this.met = new boolean[claims.size()];
    this.remaining = total;
  }

  /** What each queue deserves, in the order of the claims. */
  static List<Resources> divide(Resources total, List<Claim> claims) {
    var division = new WeightedDivision(total, claims);
    boolean goesOn = true;
    while (goesOn) {
      goesOn = division.round();
    }
    return division.deserved;
  }

  /** Gives out what is left once; says whether another round may change something. */
  private boolean round() {
    int totalWeight = 0;
    for (int i = 0; i < claims.size(); i++) {
      totalWeight += met[i] ? 0 : claims.get(i).weight();
    }
    if (totalWeight == 0) {
      return false;
    }
    var increased = new ResourcesSum(remaining.dictionary());
    var decreased = new ResourcesSum(remaining.dictionary());
    for (int i = 0; i < claims.size(); i++) {
      if (!met[i]) {
        Resources before = deserved.get(i);
        give(i, totalWeight);
        var difference = deserved.get(i).difference(before, MissingDimension.ZERO);
        increased.add(difference.increased());
        decreased.add(difference.decreased());
      }
    }
    Resources left = remaining.plus(decreased.toResources()).exceeding(increased.toResources());
    boolean changed = !left.exactlySameAmounts(remaining);
    remaining = left;
    return changed && !remaining.isEmpty();
  }

  private void give(int position, int totalWeight) {
    Claim claim = claims.get(position);
    Resources before = deserved.get(position);
    Resources after =
        before
            .plus(remaining.times((double) claim.weight() / totalWeight))
            .min(claim.ceiling(), MissingDimension.INFINITY)
            .min(claim.request(), MissingDimension.ZERO)
            .maxOfPositive(claim.guarantee());
    deserved.set(position, after);
    met[position] =
        claim.request().lessEqual(after, MissingDimension.ZERO) || after.exactlySameAmounts(before);
  }
}
