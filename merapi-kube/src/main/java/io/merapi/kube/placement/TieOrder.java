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

  /**
   * A number of a node, without a sign, that need not be looked up again for those who keep it: of
   * two nodes the one with the lower number wins, and of two with the same one {@link #wins} says
   * which.
   */
  default int rank(int node) {
    return 0;
  }
}
