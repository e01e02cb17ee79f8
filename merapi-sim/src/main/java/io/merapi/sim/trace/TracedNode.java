package io.merapi.sim.trace;

/**
 * A node as a trace knows it.
 *
 * @param cards how many GPUs it has
 * @param cardType the model of its GPUs; empty where the trace does not say
 */
public record TracedNode(String name, long cpuMillis, long memoryBytes, int cards, String cardType)
    implements TracedEntry {

  /** All of its GPUs in thousandths of a card. */
  public long cardMillis() {
    return (long) cards * PodShape.WHOLE_CARD;
  }
}
