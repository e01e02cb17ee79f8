package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TracedNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The node with the lowest rating, the first of several; on it the card that the rating prefers.
 */
final class RatingPlacer implements Placer {

  private final List<ModelNode> nodes;
  private final Rating rating;

  RatingPlacer(List<TracedNode> nodes, Rating rating) {
    this.nodes = nodes.stream().map(ModelNode::new).toList();
    this.rating = rating;
  }

  /** How little a policy likes a node for a pod that fits there. */
  interface Rating {

    double of(ModelNode node, PodShape pod);

    /** The card that a pod gets which shares one: the one with the least left that has enough. */
    default int card(ModelNode node, PodShape pod) {
      return node.tightestCard(pod);
    }
  }

  @Override
  public long place(List<PodShape> pods) {
    long given = 0;
    for (PodShape pod : pods) {
      ModelNode best = best(pod);
      if (best != null) {
        best.take(pod, rating.card(best, pod));
        given += pod.totalCardMillis();
      }
    }
    return given;
  }

  private @Nullable ModelNode best(PodShape pod) {
    ModelNode best = null;
    double lowest = Double.POSITIVE_INFINITY;
    for (ModelNode node : nodes) {
      if (node.fits(pod)) {
        double rated = rating.of(node, pod);
        if (rated < lowest) {
          best = node;
          lowest = rated;
        }
      }
    }
    return best;
  }
}
