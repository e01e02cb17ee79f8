package io.merapi.batch.session;

/**
 * How many nodes that fit are enough to choose from.
 *
 * <p>Differs from upstream: every node is looked at unless sampling is asked for.
 *
 * @param fewest so many nodes are looked for in any case ({@code --minimum-feasible-nodes})
 * @param percentage of all nodes; 0 for one that falls from 50 as the cluster grows ({@code
 *     --percentage-nodes-to-find})
 * @param lowestPercentage how far it falls ({@code --minimum-percentage-nodes-to-find})
 */
public record NodeSampling(int fewest, int percentage, int lowestPercentage) {

  /** What upstream does where its command line says nothing. */
  public static final NodeSampling UPSTREAM = new NodeSampling(100, 0, 5);

  /** Every node. */
  public static final NodeSampling ALL_NODES = new NodeSampling(100, 100, 5);

  /** How many nodes that fit are looked for among so many. */
  public int enough(int nodes) {
    if (nodes <= fewest || percentage >= 100) {
      return nodes;
    }
    int used = percentage <= 0 ? Math.max(50 - nodes / 125, lowestPercentage) : percentage;
    return Math.max((int) ((long) nodes * used / 100), fewest);
  }
}
