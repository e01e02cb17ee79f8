package io.merapi.sim.trace;

import java.util.List;

/**
 * What a pod of a trace asks for; pods of one shape are alike to a scheduler.
 *
 * @param cards how many GPUs
 * @param cardMillis thousandths of each of them; less than a whole card only of a single one
 * @param cardTypes the models that will do; empty for any
 */
public record PodShape(
    long cpuMillis, long memoryBytes, int cards, int cardMillis, List<String> cardTypes) {

  /** A card in thousandths. */
  public static final int WHOLE_CARD = 1000;

  /** More cards than any node or pod of a trace has; a larger number is a slip. */
  static final int MOST_CARDS = 1024;

  public PodShape {
    cardTypes = List.copyOf(cardTypes);
  }

  /** A pod that needs no GPU. */
  static PodShape withoutCards(long cpuMillis, long memoryBytes) {
    return new PodShape(cpuMillis, memoryBytes, 0, 0, List.of());
  }

  /** Whether it can do with a part of a card. */
  public boolean sharesCard() {
    return cards == 1 && cardMillis < WHOLE_CARD;
  }

  /** All that it asks for of GPUs, in thousandths of a card. */
  public long totalCardMillis() {
    return (long) cards * cardMillis;
  }
}
