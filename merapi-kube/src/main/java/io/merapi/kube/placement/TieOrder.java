package io.merapi.kube.placement;

/**
 * Which of two nodes wins where their totals are equal; a total order over the nodes that are
 * compared.
 */
@FunctionalInterface
public interface TieOrder {

  /**
   * Whether the first of two different nodes wins.
   *
   * @param first the index of a node
   * @param second the index of another
   */
  boolean wins(int first, int second);
}
