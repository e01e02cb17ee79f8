package io.merapi.kube.placement;

import org.jspecify.annotations.Nullable;

/**
 * How many nodes that fit are enough to choose from.
 *
 * <p>Differs from upstream: where no percentage is set, every node is looked at; upstream's own
 * choice of a percentage is used only when asked for.
 */
public final class NodeSampling {

  /** Every node. */
  public static final NodeSampling ALL_NODES = new NodeSampling(0, false);

  private static final int FEWEST_NODES = 100;
  private static final int LOWEST_PERCENTAGE = 5;

  private final int percentage;
  private final boolean sampled;

  private NodeSampling(int percentage, boolean sampled) {
    this.percentage = percentage;
    this.sampled = sampled;
  }

  /**
   * The sampling that a configuration asks for.
   *
   * @param profilePercentage of the profile; null where it sets none
   * @param percentage of the whole configuration; 0 where it sets none
   * @param likeUpstream whether to sample as upstream does where no percentage is set
   */
  public static NodeSampling of(
      @Nullable Integer profilePercentage, int percentage, boolean likeUpstream) {
    int chosen = profilePercentage == null ? percentage : profilePercentage;
    return new NodeSampling(chosen, likeUpstream || chosen != 0);
  }

  /** How many nodes that fit are looked for among so many. */
  public int enough(int nodes) {
    return sampled ? numFeasibleNodesToFind(percentage, nodes) : nodes;
  }

  /**
   * Upstream's rule: a percentage of the nodes, but at least 100 of them; where none is set, one
   * that falls from 50 to 5 as the cluster grows.
   */
  private static int numFeasibleNodesToFind(int percentage, int nodes) {
    if (nodes < FEWEST_NODES) {
      return nodes;
    }
    int used = percentage == 0 ? Math.max(50 - nodes / 125, LOWEST_PERCENTAGE) : percentage;
    return Math.max(nodes * used / 100, FEWEST_NODES);
  }
}
