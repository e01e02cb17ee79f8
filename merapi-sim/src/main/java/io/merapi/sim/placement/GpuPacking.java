package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;

/**
 * Likes cards that are in use already, the fuller the better; then free cards of a node that is in
 * use, the fewer the better; and a node whose cards are all free last. Pods without GPUs may go
 * anywhere.
 */
final class GpuPacking implements RatingPlacer.Rating {

  /** Cards in use differ by tenths of a card, as in the scheduler of the paper's authors. */
  private static final int STEP = PodShape.WHOLE_CARD / 10;

  /** More than any rating within a level. */
  private static final int LEVEL = 10_000;

  @Override
  public double of(ModelNode node, PodShape pod) {
    if (pod.cards() == 0) {
      return 0;
    }
    int free = 0;
    for (int card : node.freeCards) {
      free += card == PodShape.WHOLE_CARD ? 1 : 0;
    }
    if (free == node.freeCards.length) {
      return 2 * LEVEL + free;
    }
    int left = node.freeCards[node.tightestCard(pod)];
    boolean inUse = pod.sharesCard() && left < PodShape.WHOLE_CARD;
    int steps = left / STEP;
    return inUse ? steps : LEVEL + pod.cards();
  }
}
