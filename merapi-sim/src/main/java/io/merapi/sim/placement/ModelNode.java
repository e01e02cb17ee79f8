package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TracedNode;
import java.util.Arrays;

/** What is left of a node, as far as the experiment goes. */
final class ModelNode {

  final TracedNode origin;
  final int[] freeCards;
  long freeCpu;
  long freeMemory;
  long freeCardMillis;

  /** How many pods it has taken. */
  int taken;

  ModelNode(TracedNode origin) {
    this.origin = origin;
    this.freeCpu = origin.cpuMillis();
    this.freeMemory = origin.memoryBytes();
    this.freeCards = new int[origin.cards()];
    Arrays.fill(freeCards, PodShape.WHOLE_CARD);
    this.freeCardMillis = origin.cardMillis();
  }

  boolean fits(PodShape pod) {
    return pod.cpuMillis() <= freeCpu
        && pod.memoryBytes() <= freeMemory
        && pod.totalCardMillis() <= freeCardMillis
        && cardsFor(pod) >= pod.cards()
        && (pod.cardTypes().isEmpty() || pod.cardTypes().contains(origin.cardType()));
  }

  /** How many of its cards have enough left. */
  int cardsFor(PodShape pod) {
    int enough = 0;
    for (int free : freeCards) {
      if (free >= pod.cardMillis()) {
        enough++;
      }
    }
    return enough;
  }

  /**
   * Gives a pod its place.
   *
   * @param card the first card to look at; whole cards are alike
   */
  void take(PodShape pod, int card) {
    taken++;
    freeCpu -= pod.cpuMillis();
    freeMemory -= pod.memoryBytes();
    int missing = pod.cards();
    for (int at = card; missing > 0; at++) {
      if (freeCards[at] >= pod.cardMillis()) {
        freeCards[at] -= pod.cardMillis();
        missing--;
      }
    }
    freeCardMillis -= pod.totalCardMillis();
  }

  /** The card with the least left that has enough; the first card where none is asked for. */
  int tightestCard(PodShape pod) {
    int best = 0;
    for (int card = 1; pod.sharesCard() && card < freeCards.length; card++) {
      boolean better = freeCards[best] < pod.cardMillis() || freeCards[card] < freeCards[best];
      if (freeCards[card] >= pod.cardMillis() && better) {
        best = card;
      }
    }
    return best;
  }
}
